/* moldable_inside.c: what must know each form, method and order also knows what is none of them.
 *
 * SPDX-License-Identifier: MIT
 *
 * Public calls refuse those before they come so far. */
#define SKED_IMPLEMENTATION
#include "../check.h"

#include "sched_moldable.h"

static const sked_moldable_form forms[] = {
    SKED_MOLDABLE_TABLE, SKED_MOLDABLE_LIST, SKED_MOLDABLE_RIGID, SKED_MOLDABLE_ORACLE,
    SKED_MOLDABLE_DIVISIBLE, SKED_MOLDABLE_FORM_CLOSED_, (sked_moldable_form)99};

/* Forms without a law have one time, and no parameters. */
static void test_forms(void) {
    static const sked_moldable_settings none = {0};
    uint32_t i;
    for (i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
        sked_moldable_task task = sked_moldable_task_amdahl(12, 5000);
        uint64_t unit = 0;
        task.form = forms[i];
        CHECK(sked_moldable_curve_time_(sked_moldable_curve_at_(&task, 7), 7) == 12);
        CHECK(sked_moldable_is_parameter_out_(&none, &task, &unit) ==
              (forms[i] == SKED_MOLDABLE_ORACLE));
        CHECK(unit == 1);
    }
    CHECK(sked_moldable_kind_of_(SKED_MOLDABLE_FORM_CLOSED_) == SKED_MOLDABLE_NONE_);
    CHECK(sked_moldable_kind_of_((sked_moldable_form)32) == SKED_MOLDABLE_NONE_);
}

/* No order: the lowest task first. No method: no plan. */
static void test_orders_and_methods(void) {
    static sked_align room[8192 / sizeof(sked_align)];
    sked_moldable_task tasks[2];
    sked_moldable_settings settings = sked_moldable_settings_of(4, tasks, 2);
    sked_moldable_choice choice = {0};
    sked_moldable_view_ view;
    sked_moldable moldable;
    uint32_t task, i;
    tasks[0] = sked_moldable_task_rigid(1, 1);
    tasks[1] = sked_moldable_task_rigid(9, 3);
    settings.intervals_max = 32;
    CHECK(sked_moldable_init(&moldable, &settings, room, sizeof(room)) == SKED_OK);
    CHECK(sked_moldable_open_(&moldable, &view));
    for (task = 0; task < 2; task++) {
        sked_moldable_set_(&view, task, 0);
    }
    CHECK(sked_moldable_key_(&view, SKED_MOLDABLE_ORDER_CLOSED_, 0) ==
          sked_moldable_key_(&view, SKED_MOLDABLE_ORDER_CLOSED_, 1));
    CHECK(sked_moldable_key_(&view, (sked_moldable_order)99, 0) ==
          sked_moldable_key_(&view, SKED_MOLDABLE_ORDER_CLOSED_, 1));
    for (i = 0; i < 2; i++) {
        choice.method = i == 0 ? SKED_MOLDABLE_METHOD_CLOSED_ : (sked_moldable_method)99;
        CHECK(sked_moldable_traits_(choice.method) == 0);
        sked_moldable_dispatch_(&view, &choice);
        CHECK(!view.state->have[SKED_MOLDABLE_LAST_] && view.state->steps == 0);
    }
}

int main(void) {
    test_forms();
    test_orders_and_methods();
    return check_done("quick/moldable_inside");
}
