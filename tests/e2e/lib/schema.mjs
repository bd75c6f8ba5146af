// The part of JSON Schema that openapi.json is written in, against what was really answered.
import assert from "node:assert/strict";

const k_types = {
    array: Array.isArray,
    boolean: (value) => typeof value === "boolean",
    integer: Number.isInteger,
    null: (value) => value === null,
    object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
    string: (value) => typeof value === "string",
};

// Fails with the place where `value` is not what `schema` of the document `openapi` says.
export function conforms(openapi, schema, value, place = "body") {
    const nested = (each, inner = value, at = place) => conforms(openapi, each, inner, at);
    if (schema.$ref) nested(referenced(openapi, schema.$ref));
    for (const each of schema.allOf ?? []) nested(each);
    if (schema.anyOf) {
        const reasons = schema.anyOf.map((each) => reason(() => nested(each)));
        assert.ok(reasons.includes(undefined), reasons.join("\n"));
    }
    if (schema.type) {
        const types = [schema.type].flat();
        assert.ok(types.some((type) => k_types[type](value)), `${place}: not ${types}`);
    }
    if (schema.enum) assert.ok(schema.enum.includes(value), `${place}: ${value} in no enum`);
    if ("const" in schema) assert.equal(value, schema.const, place);
    if (schema.pattern && k_types.string(value)) assert.match(value, new RegExp(schema.pattern), place);
    if (k_types.object(value)) {
        for (const name of schema.required ?? []) assert.ok(name in value, `${place}: no ${name}`);
        for (const [name, each] of Object.entries(schema.properties ?? {})) {
            if (name in value) nested(each, value[name], `${place}.${name}`);
        }
    }
    if (Array.isArray(value) && schema.items) {
        value.forEach((each, i) => nested(schema.items, each, `${place}[${i}]`));
    }
}

// An answer of `request` against what the operation documents for its status.
export function answers_as_documented(openapi, operation, answer) {
    const documented = operation.responses[answer.status] ?? operation.responses.default;
    assert.ok(documented, `${operation.operationId} has no ${answer.status}: ${answer.text}`);
    const { content } = documented.$ref ? referenced(openapi, documented.$ref) : documented;
    const type = answer.headers["content-type"];
    assert.ok(type in content, `${operation.operationId} ${answer.status}: ${type}`);
    conforms(openapi, content[type].schema, answer.json);
}

function referenced(openapi, reference) {
    return reference
        .replace(/^#\//, "")
        .split("/")
        .reduce((value, key) => value[key.replaceAll("~1", "/")], openapi);
}

function reason(check) {
    try {
        check();
    } catch (error) {
        return error.message;
    }
    return undefined;
}
