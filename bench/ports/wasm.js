// wasm.js: runs a program built for wasm.h under node: node wasm.js IMAGE; its status is the exit's.
// SPDX-License-Identifier: MIT
//
// A trap, as a read out of bounds, ends with status 99. What was printed comes first either way.
"use strict";
const fs = require("fs");

class Exit extends Error {
    constructor(status) {
        super("exit");
        this.status = status;
    }
}

const text = [];
const port = {
    ticks: () => process.hrtime.bigint(),
    putc: (c) => { text.push(c & 255); },
    exit: (status) => { throw new Exit(status); },
};

function run(image) {
    const program = new WebAssembly.Module(fs.readFileSync(image));
    try {
        return new WebAssembly.Instance(program, { port }).exports.start();
    } catch (error) {
        if (error instanceof Exit) {
            return error.status;
        }
        if (error instanceof WebAssembly.RuntimeError) {
            text.push(...Buffer.from(`FAULT: ${error.message}\n`));
            return 99;
        }
        throw error;
    }
}

const status = run(process.argv[2]);
fs.writeSync(1, Buffer.from(text));
process.exitCode = status;
