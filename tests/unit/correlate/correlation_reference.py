#!/usr/bin/python3
"""Makes correlation_reference.json: series and what scipy and statsmodels say of them.

Needs Debian's python3-scipy and python3-statsmodels. Run it only to change the series:

    ./correlation_reference.py > correlation_reference.json
"""
import json
import sys
import warnings

import numpy as np
import scipy.stats as stats
import statsmodels.api as sm
from statsmodels.tsa.stattools import acf, adfuller, grangercausalitytests, kpss

warnings.simplefilter("ignore")
FEWEST = 12  # for regressions
MOST_LAG = 4


def published():
    x = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5]  # Anscombe 1973
    ys = [
        [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68],
        [9.14, 8.14, 8.74, 8.77, 9.26, 8.10, 6.13, 3.10, 9.13, 7.26, 4.74],
        [7.46, 6.77, 12.74, 7.11, 7.81, 8.84, 6.08, 5.39, 8.15, 6.42, 5.73],
    ]
    for number, y in enumerate(ys, 1):
        yield f"Anscombe {number}", x, y
    yield "Anscombe 4", [8] * 7 + [19] + [8] * 3, [
        6.58, 5.76, 7.71, 8.84, 8.47, 7.04, 5.25, 12.50, 5.56, 7.91, 6.89]
    macro = sm.datasets.macrodata.load_pandas().data
    for a, b in [("realgdp", "realcons"), ("infl", "unemp"), ("m1", "cpi"), ("tbilrate", "infl"),
                 ("realinv", "unemp")]:
        yield f"US macro data: {a}, {b}", macro[a], macro[b]
    longley = sm.datasets.longley.load_pandas().data
    yield "Longley: GNP, TOTEMP", longley["GNP"], longley["TOTEMP"]
    yield "Longley: UNEMP, ARMED", longley["UNEMP"], longley["ARMED"]
    engel = sm.datasets.engel.load_pandas().data
    yield "Engel: income, food", engel["income"], engel["foodexp"]
    loss = sm.datasets.stackloss.load_pandas().data
    yield "stack loss: air flow, loss", loss["AIRFLOW"], loss["STACKLOSS"]
    nile = sm.datasets.nile.load_pandas().data["volume"]
    spots = sm.datasets.sunspots.load_pandas().data
    spots = spots[(spots["YEAR"] >= 1871) & (spots["YEAR"] <= 1970)]["SUNACTIVITY"]
    yield "Nile, sunspots 1871 to 1970", nile, spots


def own():
    rng = np.random.default_rng(20261123)
    normal = rng.standard_normal
    a = normal(120)
    yield "related", a, 0.8 * a + 0.6 * normal(120)
    yield "opposed", a, -0.5 * a + normal(120)
    yield "unrelated", normal(150), normal(150)
    yield "b follows by three", np.roll(a, 0), np.roll(a, 3) + 0.3 * normal(120)
    yield "a follows by two", np.roll(a, 2) + 0.3 * normal(120), a
    yield "random walks", normal(200).cumsum(), normal(200).cumsum()
    yield "walk and noise", normal(100).cumsum(), normal(100)
    ar = np.zeros((2, 180))
    for t in range(1, 180):
        ar[:, t] = 0.85 * ar[:, t - 1] + normal(2)
    yield "two AR(1)", ar[0], ar[1]
    time = np.arange(144)
    season = np.sin(2 * np.pi * time / 12)
    yield "seasonal", season + 0.2 * normal(144), 10 + 3 * season + 0.5 * normal(144)
    yield "trends", 0.1 * time + normal(144), 5 - 0.2 * time + normal(144)
    yield "ties", rng.integers(0, 4, 90), rng.integers(0, 3, 90)
    rising = np.sort(normal(40))
    yield "monotone", rising, np.exp(rising)
    outlier = normal(60)
    other = normal(60)
    outlier[17] = other[17] = 25
    yield "one point makes it", outlier, other
    yield "heavy tails", rng.standard_t(2, 130), rng.standard_t(2, 130)
    yield "large numbers", 1e12 + 1e6 * a, 3e12 - 1e6 * a + 5e5 * normal(120)
    yield "small numbers", 1e-12 * a, 1e-12 * (a + normal(120))
    yield "eight points", normal(8), normal(8)
    yield "a thousand", normal(1000).cumsum() * 0.01 + normal(1000), normal(1000)


def effective(a, b, r):
    n = len(a)
    lags = n // 5
    of_a = acf(a, nlags=lags, fft=False)[1:]
    of_b = acf(b, nlags=lags, fft=False)[1:]
    j = np.arange(1, lags + 1)
    share = 1 / n + 2 / n * np.sum((n - j) / n * of_a * of_b)
    size = n if share <= 1 / n else min(max(1 / share, 3), n)
    df = size - 2
    t = abs(r) * np.sqrt(df / (1 - r * r))
    return [size, 2 * stats.t.sf(t, df)]


def scaled(x):
    """statsmodels loses the digits of small changes of a large level: -0.23 for an ADF of -5.90."""
    return (x - x.mean()) / x.std()


def stationarity(x):
    x = scaled(x)
    tau, p, *_ = adfuller(x, maxlag=2, regression="c", autolag=None)
    level = kpss(x, regression="c", nlags=int(4 * (len(x) / 100) ** 0.25))[0]
    return [tau, p, level]


def granger(cause, effect, lag):
    result = grangercausalitytests(np.column_stack([scaled(effect), scaled(cause)]), [lag], verbose=False)
    f, p, denominator, numerator = result[lag][0]["ssr_ftest"]
    return [f, p, numerator, denominator]


def lagged(a, b, k):
    pairs = (a[: len(a) - k], b[k:]) if k >= 0 else (a[-k:], b[: len(b) + k])
    return stats.pearsonr(*pairs)[0]


def rounded(values):
    return np.array([float(f"{v:.7g}") for v in np.asarray(values, dtype=float)])


def reference(name, a, b):
    a, b = rounded(a), rounded(b)
    n = len(a)
    r = stats.pearsonr(a, b)
    interval = r.confidence_interval(0.95)
    rho = stats.spearmanr(a, b)
    tau = stats.kendalltau(a, b, method="asymptotic")
    out = {
        "name": name,
        "a": a.tolist(),
        "b": b.tolist(),
        "pearson": [r[0], r[1], interval.low, interval.high],
        "spearman": [rho[0], rho[1]],
        "kendall": [tau[0], tau[1]],
        "effective": effective(a, b, r[0]),
    }
    if n >= FEWEST:
        out["stationarity_a"] = stationarity(a)
        out["stationarity_b"] = stationarity(b)
        lags = range(-MOST_LAG, MOST_LAG + 1)
        out["lags"] = [lagged(a, b, k) for k in lags]
        try:
            out["granger"] = [granger(a, b, 2), granger(b, a, 2)]
        except Exception:  # one series is a combination of the other
            pass
    return out


def coincidences():
    rng = np.random.default_rng(7)
    for number in range(6):
        length = 10_000
        first = np.sort(rng.integers(0, length, 40 + 10 * number))
        second = np.sort(rng.integers(0, length, 30))
        if number % 2:
            second = np.sort(np.concatenate([second, first[::2] + 25]))
        window, lag = 20 + number, 10 * (number % 3)
        hit = lambda e, l: 0 <= l - lag - e <= window
        room = length - lag
        preceded = sum(any(hit(e, l) for e in first) for l in second)
        followed = sum(any(hit(e, l) for l in second) for e in first)
        chance = lambda others: 1 - (1 - window / room) ** others
        yield {
            "earlier": first.tolist(), "later": second.tolist(), "window": int(window), "lag": lag,
            "length": length,
            "preceded": [int(preceded),
                         float(stats.binom.sf(preceded - 1, len(second), chance(len(first))))],
            "followed": [int(followed),
                         stats.binom.sf(followed - 1, len(first), chance(len(second)))],
        }


sets = [reference(*each) for source in (published(), own()) for each in source]
json.dump({"sets": sets, "coincidences": list(coincidences())}, sys.stdout,
          separators=(",", ":"), default=float)
print()
