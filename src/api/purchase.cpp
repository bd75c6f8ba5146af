#include "api/purchase.hpp"

#include "api/client_address.hpp"
#include "api/hold.hpp"
#include "base/fault.hpp"
#include "pay/goods.hpp"
#include "pay/request_digest.hpp"

#include <algorithm>

namespace api {

namespace {

namespace json = base::json;
using job::Waiting;
using job::WaitingPlaces;
using std::chrono::steady_clock;

// DESIGN.md, 5 (j): then the buyer gets 202 or settlement_pending; nginx waits 75 s.
constexpr std::chrono::seconds k_inline_budget{55};
// Together with the look itself this holds a thread for at most two seconds.
constexpr std::chrono::milliseconds k_lookup_patience{1000};

// Looks up what the request names: for a payment that is good, and for few at once.
base::Result<pay::Prepared, pay::Unprepared> look_outside(const Asked& asked,
                                                          const std::string& client,
                                                          const Process& process)
{
    const catalog::Product& product = *asked.offer.product;
    const auto place = process.shares.lookups.take(client, k_lookup_patience);
    if (!place) return base::refuse(pay::Unprepared{});
    if (catalog::hosts_field(product) == nullptr) {
        const auto problems = unfit_sources(product, asked.pages, process.vet);
        if (problems) return base::refuse(pay::Unprepared{json::dump(problems.get())});
        return pay::Prepared{};
    }
    auto pinned = pin_targets(product, asked.checked, process.vet);
    if (!pinned) return base::refuse(pay::Unprepared{json::dump(pinned.error().get())});
    return pay::Prepared{std::move(*pinned)};
}

bool is_over(const job::View& view)
{
    return !is_unfinished(view.job.state);
}

// The job of a call that has just bought it: only that one waits for the result.
void await_result(const fcgi::Request& request, Purchase& made, const value::JobId& id,
                  steady_clock::time_point until, Context& context)
{
    made.shows_result = true;
    made.view = context.reading.find(id, store::Reading::Artifact::fetch);
    if (made.view && !is_over(*made.view))
        made.view = hold(request, *std::move(made.view), until, is_over, context);
}

} // namespace

Purchase purchase(const fcgi::Request& request, Asked asked, Context& context)
{
    const Process& process = context.process;
    const catalog::Product& product = *asked.offer.product;
    const pay::Terms terms = pay::terms_of(process.catalog, asked.offer);
    const job::Buyer buyer = buyer_of(request, process.config.limits.ipv6_prefix);
    const auto deadline = request.begun + k_inline_budget;
    std::optional<WaitingPlaces::Place> place; // this call's, until its answer is made
    const auto take = [&](Waiting kind, const std::string& job) {
        if (place) return true;
        if (auto taken = process.shares.waiting.try_take(kind, buyer.client, job))
            place.emplace(std::move(*taken));
        return place.has_value();
    };
    pay::Sale sale{
        .payload = asked.payload,
        .terms = terms,
        .goods = pay::goods_of(asked.offer, catalog::Rail::v2,
                               {!asked.pages.empty(), asked.declines_model, asked.checked.size()},
                               process.config),
        .request = asked.checked,
        .request_digest = pay::request_digest(product.key, asked.checked),
        .buyer = buyer,
        .deadline = deadline,
        .client_gone = request.client_gone};
    if (catalog::hosts_field(product) != nullptr || !asked.pages.empty())
        sale.prepare = [&] {
            return look_outside(
                asked, buyer.networks.site.empty() ? buyer.client : buyer.networks.site, process);
        };
    if (product.is_inline) sale.take_place = [&] { return take(Waiting::scan, {}); };
    sale.let_go = [&] {
        std::string{}.swap(asked.checked);
        asked.room.reset();
    };

    Purchase made{context.rail->sell(sale)};
    if (const auto* sold = std::get_if<pay::Accepted>(&made.outcome)) {
        if (product.is_inline) {
            await_result(request, made, sold->job_id, deadline, context);
        } else if (asked.wait.count() > 0) {
            if (!take(Waiting::answer, sold->job_id.text())) return made;
            await_result(request, made, sold->job_id,
                         std::min(steady_clock::now() + asked.wait, deadline), context);
            made.has_waited = true;
        }
    } else if (const auto* repeat = std::get_if<pay::Repeat>(&made.outcome)) {
        made.shows_result = product.is_inline || asked.wait.count() > 0;
        made.view = context.reading.find(repeat->job_id, made.shows_result
                                                             ? store::Reading::Artifact::fetch
                                                             : store::Reading::Artifact::leave);
        if (!made.view) throw base::Fault{"a sold job is not in the table"};
    }
    return made;
}

} // namespace api
