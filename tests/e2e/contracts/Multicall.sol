// SPDX-License-Identifier: CC0-1.0
pragma solidity ^0.8.24;

/// The one entry of Multicall3 that the published facilitator calls, to tell why a simulated
/// transfer failed. Without it every refusal would read "simulation failed".
contract Multicall {
    struct Call {
        address target;
        bytes callData;
    }

    struct Result {
        bool success;
        bytes returnData;
    }

    function tryAggregate(bool requireSuccess, Call[] calldata calls)
        external
        payable
        returns (Result[] memory results)
    {
        results = new Result[](calls.length);
        for (uint256 i = 0; i < calls.length; ++i) {
            (bool ok, bytes memory answer) = calls[i].target.call(calls[i].callData);
            require(ok || !requireSuccess, "Multicall3: call failed");
            results[i] = Result(ok, answer);
        }
    }
}
