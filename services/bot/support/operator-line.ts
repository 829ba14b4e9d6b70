import type { Config } from '#services/core/config/config.ts'
import { operatorOf } from '#services/core/config/operator.ts'
import type { translate } from '#services/core/text/i18n.ts'
import { escapeHtml } from '#services/notifications/format.ts'

/** Appends the operator's legal details to an HTML text, if they are configured. */
export function withOperator(config: Config, say: ReturnType<typeof translate>, text: string): string {
  const operator = operatorOf(config)
  if (!operator) return text
  const { receipts, ...named } = operator
  const written = Object.fromEntries(Object.entries(named).map(([name, value]) => [name, escapeHtml(value)]))
  return [text, say('bot.operator', written), say(`bot.operator.${receipts}`)].join('\n\n')
}
