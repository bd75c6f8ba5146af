// What a lane of the worker is, as its row of the catalog and the worker's parts make it.
#pragma once

#include "db/database.hpp"
#include "store/queue.hpp"
#include "work/engine_check.hpp"
#include "work/finish.hpp"
#include "work/model_look.hpp"
#include "work/places.hpp"
#include "work/programs.hpp"
#include "work/vantage.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace work {

struct LanePlan {
    store::LaneShare share; // what it claims
    std::string worker;     // this worker's name, unique over restarts
    Programs programs;
    db::Options database;
    bool anchors = false;                     // results are anchored
    std::vector<std::string> run_arguments{}; // after the product
    std::string vantage{};                    // told to the scan
    std::string own_host{};                   // of the service: see GatherPlan
    std::chrono::seconds scan_deadline{0};    // by when a scan tells what it has; zero: no scans
    // To analyse in: a lane that fetches pages takes one when it has them, any other before it
    // claims. nullptr: the lane needs none.
    Places* analysing = nullptr;
    Places* reading = nullptr;        // see GatherPlan; nullptr: the lane fetches nothing
    Vantage* pages_vantage = nullptr; // of a lane that fetches; nullptr: it cannot be offline
    EngineCheck* engine = nullptr;    // says whether jobs may begin; nullptr: the lane scans
    const ModelPlan* model = nullptr; // what its jobs ask; nullptr: they ask none
    ModelLook* model_look = nullptr;  // of a lane with a model; nullptr: a paid review is believed
    std::shared_ptr<LastEnds> last_ends = std::make_shared<LastEnds>(); // for all lanes at once
    // Called when no job of the lane waits; `keep_going` as in ChildPlan.
    std::function<void(const store::Access& at, const std::function<bool()>& keep_going)>
        when_idle{};
};

} // namespace work
