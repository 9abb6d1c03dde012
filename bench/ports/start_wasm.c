/* start_wasm.c: what wasm.js calls: main, and its status. */
/* SPDX-License-Identifier: MIT */

int main(void);
__attribute__((export_name("start"))) int start(void);

int start(void) {
    return main();
}
