import { ArrowUpDown, Briefcase, type LucideIcon, UsersRound } from 'lucide-react'
import type { StartChoice } from '#contract/options.ts'
import { api } from '#web/client/http/api.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { Promises } from '#web/features/info/promises.tsx'
import { showFailure } from '#web/features/session/show-failure.ts'
import { updateMe } from '#web/features/session/use-me.ts'
import { haptic } from '#web/telegram/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Cell, List } from '#web/ui/list.tsx'
import { Logo } from '#web/ui/mark.tsx'
import { Page } from '#web/ui/page.tsx'
import styles from './first-start.module.css'

const choices: [Exclude<StartChoice, 'skipped'>, LucideIcon][] = [
  ['work', Briefcase],
  ['hire', UsersRound],
  ['both', ArrowUpDown],
]

/** Stores what the user came for, at once. If the request fails, the question appears again at the next start. */
function saveStartChoice(start_choice: StartChoice): void {
  haptic('selection')
  const is_client = start_choice === 'hire'
  updateMe({ start_choice, ...(start_choice !== 'skipped' && { is_client, is_contractor: !is_client }) })
  api('POST /api/users/start_choice', { body: { choice: start_choice } }).then(updateMe, showFailure)
}

/**
 * Says what the product promises, and asks once what the user came for. The menu is hidden until an answer or a skip,
 * because the answer decides the first entry of the menu.
 */
export default function StartQuestion() {
  const { t } = useTranslation()
  return (
    <Page centred>
      <div className={styles.inside}>
        <div className={styles.head}>
          <Logo size={64} />
          <h1>{t('role.title')}</h1>
          <p className="sub muted">{t('about.lead')}</p>
        </div>
        <Card>
          <Promises />
        </Card>
        <List icons>
          {choices.map(([choice, icon]) => (
            <Cell
              key={choice}
              icon={icon}
              title={t(`role.${choice}`)}
              onClick={() => saveStartChoice(choice)}
            />
          ))}
        </List>
        <Button wide variant="ghost" onClick={() => saveStartChoice('skipped')}>
          {t('role.skip')}
        </Button>
      </div>
    </Page>
  )
}
