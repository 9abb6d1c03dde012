# rename.sed: turns sources that use sked 0.9 into sources that use 0.10.
# SPDX-License-Identifier: MIT
#
#     sed -E -i -f package/rename.sed *.c *.h
#
# Needs GNU sed; run it once. It renames, and rewrites calls whose arguments have changed where one
# line says how. A field that is a plain word, such as `promise`, is renamed only behind what the kit
# calls its object (`result.promise`): where you call it otherwise, the compiler finds it. What is left
# to do by hand is in CHANGELOG.md. tests/gates/rename.sh tries it on the examples of 0.9.3.

# A string that is one word is what your program prints or compares: it stays.
s/"([a-z0-9_]+)"/"KEPT_\1"/g
s/"KEPT_sked_/"sked_/g

# Objects: create and destroy, get_info and info, validate.
s/\bsked_(queue|experience|site|ar|fattree|moldable|units)_make\b/sked_\1_create/g
s/\bsked_(queue|experience|site|ar|fattree|moldable|units)_drop\b/sked_\1_destroy/g
s/\bsked_(queue|site|ar|fattree|moldable|units)_look\b/sked_\1_get_info/g
s/\bsked_(queue|job|site|site_job|ar|fattree|moldable|units)_facts\b/sked_\1_info/g
s/\bsked_(queue|ar|fattree)_sound\b/sked_\1_validate/g

# sched.h: values
s/\bsked_set_make\b/sked_set_of/g
s/\bsked_set_within\b/sked_set_is_subset/g
s/\bsked_ask\b/sked_pick_request/g
s/\bsked_wide\b/sked_u128/g
s/\bsked_wide_(mul|add|sub|compare|div)\b/sked_u128_\1/g
s/\bSKED_E_DAMAGED\b/SKED_E_CORRUPT/g
s/\bSKED_E_FOREIGN\b/SKED_E_INCOMPATIBLE/g

# sched.h: the queue
s/\bsked_queue_find\b/sked_queue_get_job/g
s/\bsked_queue_hold\b/sked_queue_book/g
s/\bsked_queue_release\b/sked_queue_unbook/g
s/\bsked_queue_hold_at\b/sked_queue_booking_at/g
s/\bsked_queue_return\b/sked_queue_requeue/g
s/\bsked_queue_stop\b/sked_queue_plan_end/g
s/\bsked_tiers_places\b/sked_tiers_get_places/g
s/\bSKED_HOLDS_MAX\b/SKED_BOOKINGS_MAX/g
s/\bSKED_BESIDE_HEAD\b/SKED_FITS_EXTRA/g
s/\bSKED_CYCLES_LEFT\b/SKED_SPARE_CYCLES/g
s/\bholds_max\b/bookings_max/g
s/\bholds_violated\b/bookings_violated/g
s/\b([a-z_]*(facts|info|use|usage|counters)(\([^()]*\)|\[[^]]*\])?(\.|->))holds\b/\1bookings/g
s/\b([a-z_]*(facts|info|use|usage|counters)(\([^()]*\)|\[[^]]*\])?(\.|->))returned\b/\1requeued/g
s/\busage_limit\b/usage_limit_permille/g
s/\b([a-z_]*(facts|info|use|usage|counters)(\([^()]*\)|\[[^]]*\])?(\.|->))progress\b/\1progress_permille/g

# sched.h: experience and the site
s/\bsked_experience_look\b/sked_experience_get/g
s/\bsked_experience_put\b/sked_experience_set/g
s/\bsked_site_find\b/sked_site_get_job/g
s/\bsked_site_account\b/sked_site_set_usage/g
s/\bsked_site_load\b/sked_site_report_load/g
s/\bsked_site_traffic\b/sked_site_report_traffic/g
s/\bsked_decision_kind\b/sked_site_decision_kind/g
s/\bsked_decision_reason\b/sked_site_reason/g
s/\b(sked_site_next)\(([^,]+), ([^,]+), ([^,]+), ([^)]+)\)/\1(\2, \4, \5, \3)/g
s/\bSKED_COVETED\b/SKED_OUTRANKED/g
s/\bclimb_(after|to)\b/promote_\1/g
s/\b([a-z_]*(facts|info|use|usage|counters)(\([^()]*\)|\[[^]]*\])?(\.|->))climbed\b/\1promoted/g
s/\b(settings(\.|->))ratings\b/\1ratings_q10/g
s/\b(settings(\.|->))deviations\b/\1deviations_q10/g

# sched_ar.h
s/\bsked_ar_reservation_of\b/sked_ar_get_booking/g
s/\bsked_ar_reservation\b/sked_ar_booking/g
s/\bsked_ar_cancel\b/sked_ar_unbook/g
s/\bsked_ar_shrink\b/sked_ar_shorten/g
s/\bsked_ar_release\b/sked_ar_narrow/g
s/\bsked_ar_next\b/sked_ar_next_booking/g
s/\bsked_ar_free\b/sked_ar_free_set/g
s/\bsked_ar_downs\b/sked_ar_down_set/g
s/\bsked_ar_usage\b/sked_ar_get_usage/g
s/\bsked_ar_use\b/sked_ar_usage/g
s/\bsked_ar_at\b/sked_ar_record_at/g
s/\bsked_ar_why\b/sked_ar_explain/g
s/\bsked_ar_reason\b/sked_ar_explanation/g
s/\breservations_max\b/bookings_max/g
s/\b([a-z_]*(facts|info)(\([^()]*\))?(\.|->))reservations\b/\1bookings/g
s/\b([a-z_]*(facts|info|use|usage|counters)(\([^()]*\)|\[[^]]*\])?(\.|->))free_least\b/\1free_min/g
s/\b([a-z_]*(facts|info|use|usage|counters)(\([^()]*\)|\[[^]]*\])?(\.|->))free_most\b/\1free_max/g

# sched_fattree.h
s/\bsked_fattree_take\b/sked_fattree_allocate/g
s/\bsked_fattree_release\b/sked_fattree_free/g
s/\bsked_fattree_sets\b/sked_fattree_get_sets/g
s/\bsked_fattree_switch_of\b/sked_fattree_get_switch/g
s/\bsked_fattree_leaf_of\b/sked_fattree_get_leaf/g
s/\bsked_fattree_picker\b/sked_fattree_picker_init/g
s/\bsked_fattree_chooser\b/sked_fattree_picker/g
s/\bsked_units_rule\b/sked_units_default_size/g
s/\bhops_least\b/hops_lower_bound/g
s/\bcost_least\b/cost_lower_bound/g
s/\bfragment_weight\b/fragment_weight_q10/g
s/\bkinds_count\b/templates_count/g
s/\b((chooser|picker)(\.|->))kinds\b/\1templates/g

# sched_moldable.h
s/\bsked_moldable_evaluate\b/sked_moldable_dual_bound/g
s/\bsked_moldable_judge\b/sked_moldable_evaluate/g
s/\bsked_moldable_refuse\b/sked_moldable_dual_test/g
s/\bsked_moldable_place\b/sked_moldable_assign/g
s/\bsked_moldable_point\b/sked_moldable_get_plan/g
s/\bsked_moldable_prices\b/sked_moldable_get_prices/g
s/\bsked_moldable_time\b/sked_moldable_get_time/g
s/\bsked_moldable_allot\b/sked_moldable_get_allotment/g
s/\bsked_moldable_monotone\b/sked_moldable_check_monotone/g
s/\b(makespan|minsum|work)_least\b/\1_lower_bound/g
s/\b(makespan|minsum)_ratio\b/\1_ratio_permille/g
s/\b(result(\.|->))promise\b/\1guarantee_permille/g
s/(\btasks?(\[[^]]*\])?(\.|->))(sequential|parallelism|variance)\b/\1\4_permille/g
/\bSKED_MOLDABLE_(AMDAHL|DOWNEY)\b/s/([{ ]\.)(sequential|parallelism|variance)( =)/\1\2_permille\3/g

# Calls that have other arguments. The last one of these was the culprit, which is in `refusal` now;
# where you asked for it, the compiler finds the call.
s/\b(sked_(map|pjs)_prepare\((([^(),;]|\([^()]*\))*,){2}([^(),;]|\([^()]*\))*), NULL\)/\1)/g
s/\b(sked_moldable_check\(([^(),;]|\([^()]*\))*), NULL\)/\1)/g

# Sizes are given by pointer, so that there can be a status.
/\bsked_(ar_scratch|fattree_explain)_bytes\(/{
s/\bconst (size_t [a-z_0-9]+ = )/\1/
s/([][a-zA-Z0-9_.>-]+) = sked_ar_scratch_bytes\(([^()]*)\);/\1 = sked_ar_find_bytes(\2, \&\1) == SKED_OK ? \1 : 0;/
s/([][a-zA-Z0-9_.>-]+) = (sked_fattree_explain_bytes\()([^(),]*)\);/\1 = \2\3, \&\1) == SKED_OK ? \1 : 0;/
}

# A depth of 0: by name, of what the kit calls its settings, and among values that only a
# sked_queue_settings has in this order.
s/\b((settings|queue)(\.|->)depth =) 0([;,])/\1 SKED_NO_RESERVATIONS\4/g
s/([{ (]\.depth =) 0\b([,} ]|$)/\1 SKED_NO_RESERVATIONS\2/g
s/(\b(SKED_REFUSE_MISSING|SKED_NEVER|[0-9]+), SKED_(FCFS|SJF|BY_KEY|NARROWEST), SKED_(FCFS|SJF|BY_KEY|NARROWEST), )0(, SKED_(REBUILD|COMPRESS)\b)/\1SKED_NO_RESERVATIONS\5/g

s/"KEPT_/"/g
