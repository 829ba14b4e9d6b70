import type { Alarm } from '#services/notifications/kinds.ts'
import type { OperatorsView } from '#services/operations/figures/figures.ts'

/** Figures of the chat's alarms, beside those of the product. Times count from when the trouble was first noticed. */
export type AlarmView = OperatorsView & {
  redis_away_ms: number
  redis_memory_percent: number
  files_refused_ms: number
  provider_away_ms: number
}

/**
 * Fault that the operators are told of. Prometheus and Alertmanager tell of every rule (docs/watching/alerts.yml is written
 * from this list), the product itself in the operators' chat of those that have a figure.
 */
type AlarmRule = {
  alert: string
  /** Condition of Prometheus, which must hold for so many minutes. */
  expr: string
  minutes: number
  severity: 'critical' | 'warning'
  summary: string
} & (
  | {
      /** Section of docs/operating.md that says what to do. It is also the name of the alarm in the chat. */
      section: Alarm
      /** Returns the figure of the alarm in the chat, which must be zero. */
      figure: (view: AlarmView) => number
    }
  | { section: string; figure?: undefined }
)

/** Age in ms of the oldest waiting task, or of the provider's silence, from which operators are called. */
const lateMs = 5 * 60_000
/** Milliseconds for which a part may be away without an alarm, as while it is started anew. */
const patienceMs = 60_000

const minutes = (ms: number) => Math.round(ms / 60_000)

/** @public read by the test that writes docs/watching/alerts.yml */
export const alarmRules: AlarmRule[] = [
  {
    alert: 'OtklikProcessAway',
    expr: 'up{job="otklik"} == 0',
    minutes: 2,
    severity: 'critical',
    summary: '{{ $labels.instance }} does not answer.',
    section: 'processes',
  },
  {
    alert: 'OtklikWorkersSilent',
    expr: 'absent(otklik_metrics_missing)',
    minutes: 3,
    severity: 'critical',
    summary: 'No worker tells the figures of the product: nobody publishes and nobody is told.',
    section: 'processes',
  },
  {
    alert: 'OtklikPostgresAway',
    expr: 'count(otklik_postgres_up == 0) > 0',
    minutes: 1,
    severity: 'critical',
    summary: 'Postgres does not answer {{ $value }} processes: nobody reads, pays or is told.',
    section: 'postgres_away',
  },
  {
    alert: 'OtklikRedisAway',
    expr: 'count(otklik_redis_up == 0) > 0',
    minutes: 1,
    severity: 'critical',
    summary: 'Redis takes nothing from {{ $value }} processes: publication and new messages wait.',
    section: 'redis_away',
    figure: ({ redis_away_ms }) => (redis_away_ms >= patienceMs ? minutes(redis_away_ms) : 0),
  },
  {
    alert: 'OtklikFiguresMissing',
    expr: 'min by (part) (otklik_metrics_missing) == 1',
    minutes: 5,
    severity: 'critical',
    summary: 'The figures of {{ $labels.part }} cannot be read, so nobody knows whether they are well.',
    section: 'missing_figures',
  },
  {
    alert: 'OtklikRoundsStand',
    expr: 'time() - max by (loop) (otklik_loop_last_round_seconds{loop=~"relay|telegram-delivery|alarms"}) > 300',
    minutes: 1,
    severity: 'critical',
    summary: 'The loop {{ $labels.loop }} has finished no round for {{ $value | humanizeDuration }}.',
    section: 'outbox',
  },
  {
    alert: 'OtklikOutboxOld',
    expr: 'otklik_outbox_age_seconds > 300',
    minutes: 1,
    severity: 'critical',
    summary: 'The oldest event has waited for {{ $value | humanizeDuration }}.',
    section: 'outbox',
    figure: ({ outbox_age_ms }) => (outbox_age_ms > lateMs ? minutes(outbox_age_ms) : 0),
  },
  {
    alert: 'OtklikDeadTasks',
    expr: 'last_over_time(otklik_outbox_dead_tasks[1h]) > 0',
    minutes: 1,
    severity: 'warning',
    summary: '{{ $value }} tasks were given up.',
    section: 'dead_tasks',
    figure: ({ dead_tasks }) => dead_tasks,
  },
  {
    alert: 'OtklikPaymentsContradict',
    expr: 'last_over_time(otklik_payment_invariant_violations[1h]) > 0',
    minutes: 2,
    severity: 'critical',
    summary: '{{ $value }} payments and what they paid for contradict each other.',
    section: 'payments',
    figure: ({ payment_violations }) => payment_violations,
  },
  {
    alert: 'OtklikLedgerOff',
    expr: 'last_over_time(otklik_ledger_imbalance[1h]) > 0',
    minutes: 2,
    severity: 'critical',
    summary: 'The ledger is off by {{ $value }} kopecks or Stars.',
    section: 'ledger',
    figure: ({ ledger_imbalance }) => ledger_imbalance,
  },
  {
    alert: 'OtklikLaunchesLost',
    expr: 'otklik_launches >= 20 and otklik_launches_lost > 0.1 * otklik_launches',
    minutes: 10,
    severity: 'warning',
    summary: '{{ $value }} launches of a day logged in and never became ready.',
    section: 'launches',
  },
  {
    alert: 'OtklikLoopsOpen',
    expr: 'last_over_time(otklik_open_loops[1h]) > 0',
    minutes: 10,
    severity: 'warning',
    summary: '{{ $value }} responses are owed their end, or the message about it.',
    section: 'loops',
    figure: ({ open_loops }) => open_loops,
  },
  {
    alert: 'OtklikBackupsLate',
    expr: 'last_over_time(otklik_backup_late_seconds[1h]) > 0',
    minutes: 5,
    severity: 'critical',
    summary: 'Backups are late by {{ $value | humanizeDuration }}.',
    section: 'backups',
    figure: ({ backup_late_ms }) => minutes(backup_late_ms),
  },
  {
    alert: 'OtklikCallsFail',
    expr: 'sum(rate(otklik_call_seconds_count{status=~"5.."}[5m])) / sum(rate(otklik_call_seconds_count[5m])) > 0.01',
    minutes: 5,
    severity: 'critical',
    summary: '{{ $value | humanizePercentage }} of the calls fail.',
    section: 'failing_calls',
  },
  {
    alert: 'OtklikCallsSlow',
    expr: 'histogram_quantile(0.99, sum by (le) (rate(otklik_call_seconds_bucket{call!="GET /chat/stream"}[5m]))) > 1',
    minutes: 10,
    severity: 'warning',
    summary: 'One call in a hundred takes {{ $value | humanizeDuration }} or more.',
    section: 'slow_calls',
  },
  {
    alert: 'OtklikPoolSpent',
    expr: 'min_over_time(otklik_pool_connections{state="waiting"}[2m]) > 0',
    minutes: 2,
    severity: 'warning',
    summary: 'Statements of {{ $labels.instance }} wait for a connection.',
    section: 'slow_calls',
  },
  {
    alert: 'OtklikPostgresFull',
    expr: 'otklik_postgres_room == 0',
    minutes: 1,
    severity: 'critical',
    summary: 'Postgres has no room for what {{ $labels.instance }} writes.',
    section: 'postgres_room',
  },
  {
    alert: 'OtklikFilesRefused',
    expr: 'count(otklik_part_up{part="files"} == 0) > 0',
    minutes: 2,
    severity: 'critical',
    summary: '{{ $value }} processes can write no file: every upload is refused.',
    section: 'files',
    figure: ({ files_refused_ms }) => (files_refused_ms >= patienceMs ? minutes(files_refused_ms) : 0),
  },
  {
    alert: 'OtklikRedisFilling',
    expr: 'otklik_redis_memory_bytes / (otklik_redis_memory_limit_bytes > 0) > 0.8',
    minutes: 5,
    severity: 'warning',
    summary: 'Redis is {{ $value | humanizePercentage }} full; full it takes no new work.',
    section: 'redis_memory',
    figure: ({ redis_memory_percent }) => (redis_memory_percent > 80 ? redis_memory_percent : 0),
  },
  {
    alert: 'OtklikTelegramRefuses',
    expr: 'sum(rate(otklik_outside_seconds_count{service="telegram",outcome="429"}[5m])) > 0.1',
    minutes: 5,
    severity: 'warning',
    summary: 'Telegram asks for silence {{ $value | humanize }} times a second.',
    section: 'telegram',
  },
  {
    alert: 'OtklikTelegramAway',
    expr: 'sum(rate(otklik_outside_seconds_count{service="telegram",outcome=~"no_answer|5.."}[5m])) / sum(rate(otklik_outside_seconds_count{service="telegram"}[5m])) > 0.5',
    minutes: 3,
    severity: 'critical',
    summary: '{{ $value | humanizePercentage }} of the requests to Telegram find nobody.',
    section: 'telegram',
  },
  {
    alert: 'OtklikProviderAway',
    expr: 'sum(rate(otklik_outside_seconds_count{service="robokassa",outcome="no_answer"}[5m])) / sum(rate(otklik_outside_seconds_count{service="robokassa"}[5m])) > 0.5',
    minutes: 5,
    severity: 'critical',
    summary: '{{ $value | humanizePercentage }} of the questions to the payment provider have no answer.',
    section: 'provider',
    figure: ({ provider_away_ms }) => (provider_away_ms >= lateMs ? minutes(provider_away_ms) : 0),
  },
]

/** Alarms of the chat, by name, with the function that returns the figure. */
export const chatAlarms = alarmRules.flatMap((rule) =>
  rule.figure ? [{ alarm: rule.section, figure: rule.figure }] : [],
)
