#!/usr/bin/python3
"""How many of 1,000 pairs of unrelated streams are called related, by kind: 5 % of them should be.

From the checkout, when build/release/assay-run is built; PAIRS and SEED may be given:

    tests/unit/correlate/false_relations.py [PAIRS [SEED]]
"""
import collections
import concurrent.futures
import datetime
import json
import math
import random
import subprocess
import sys

START = datetime.date(2024, 1, 1)
WEEK = 2 * math.pi / 7


def unrelated(kind, count, rng):
    slope, phase, level = rng.uniform(-0.1, 0.1), rng.uniform(0, 7), 0.0
    for time in range(count):
        own = rng.gauss(0, 1)
        level += own
        yield {"noise": own, "walk": level, "week": 2 * math.sin(WEEK * (time + phase)) + own,
               "trend": slope * time + own}[kind]


def stream(kind, count, rng):
    days = ((START + datetime.timedelta(day)).isoformat() for day in range(count))
    return {"points": [[day, value] for day, value in zip(days, unrelated(kind, count, rng))]}


def judge(number):
    rng = random.Random(number)
    kinds = sorted(rng.choices(("noise", "walk", "week", "trend"), k=2))
    count = rng.randint(60, 260)
    request = {"query": "Do they move together?",
               "streams": {name: stream(kind, count, rng) for name, kind in zip("ab", kinds)}}
    done = subprocess.run(["build/release/assay-run", "correlation"], check=True,
                          input=json.dumps(request), capture_output=True, text=True)
    conclusion = json.loads(done.stdout)["conclusion"]
    return " x ".join(kinds), conclusion["relation"] != "none", conclusion["lead"] is not None


def main():
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    tried, related, shifted = (collections.Counter() for _ in range(3))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        numbers = range(seed * 1_000_000, seed * 1_000_000 + pairs)
        for kinds, is_related, is_shifted in pool.map(judge, numbers):
            for kind in (kinds, "all"):
                tried[kind] += 1
                related[kind] += is_related
                shifted[kind] += is_shifted
    for kind in sorted(tried):
        print(f"{kind:15} {related[kind]:4} of {tried[kind]:4} related, "
              f"{shifted[kind]:3} of these at a shift")


if __name__ == "__main__":
    main()
