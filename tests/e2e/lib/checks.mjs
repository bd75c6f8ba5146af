// What every answer of a kind must have.
import assert from "node:assert/strict";

export function problem(answer, status, code, charged) {
    assert.equal(answer.status, status, answer.text);
    assert.match(answer.headers["content-type"], /^application\/problem\+json/);
    assert.equal(answer.json.status, status);
    assert.equal(answer.json.code, code, answer.text);
    assert.equal(answer.json.charged, charged);
    assert.equal(typeof answer.json.retryable, "boolean");
    for (const member of ["type", "title"]) assert.equal(typeof answer.json[member], "string");
    readable_by_browsers(answer);
}

export function validation_errors(detail) {
    assert.ok(Array.isArray(detail) && detail.length > 0);
    for (const { loc, msg, type } of detail) {
        assert.ok(Array.isArray(loc) && loc.length > 0);
        assert.equal(typeof msg, "string");
        assert.equal(typeof type, "string");
    }
}

export function readable_by_browsers({ headers }) {
    assert.equal(headers["access-control-allow-origin"], "*");
    const exposed = headers["access-control-expose-headers"];
    for (const name of [
        "PAYMENT-REQUIRED",
        "PAYMENT-RESPONSE",
        "Location",
        "Retry-After",
        "ETag",
        "Content-Digest",
        "Preference-Applied",
    ]) {
        assert.ok(exposed?.includes(name), `not exposed: ${name} in ${exposed}`);
    }
}

// An answer to a client that has not shown that a job is theirs. Extensions are left out: their example
// of an answer has a job id, the same for everybody.
export function names_no_job({ json, required, payment, headers }) {
    const without_examples = (terms) => ({ ...terms, extensions: undefined });
    const { "payment-required": _, ...other_headers } = headers;
    const told = [without_examples(json), without_examples(required), payment, other_headers];
    assert.ok(!JSON.stringify(told).includes("job_"), JSON.stringify(told));
}
