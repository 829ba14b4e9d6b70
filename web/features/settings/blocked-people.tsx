import type { ReplyOf } from '#web/client/api.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { unblock } from '#web/features/relations/blocks.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { TextButton } from '#web/ui/button.tsx'
import { List } from '#web/ui/list.tsx'
import { PageLead } from '#web/ui/page.tsx'
import styles from './blocked-people.module.css'

/** The people whom the person has blocked; a press unblocks. */
export function BlockedPeople({ people }: { people: ReplyOf<'GET /api/blocks'> }) {
  const { t } = useTranslation()
  return (
    <>
      <PageLead>{t('blocked.text')}</PageLead>
      <List>
        {people.map((person) => (
          <div key={person.id} className={styles.person}>
            <Avatar id={person.id} name={person.full_name} src={person.avatar_url} />
            <span className="grow ellipsis">{person.full_name}</span>
            <TextButton
              aria-label={t('blocked.unblock', { name: person.full_name })}
              onClick={() => void unblock(person)}
            >
              {t('more.unblock')}
            </TextButton>
          </div>
        ))}
      </List>
    </>
  )
}
