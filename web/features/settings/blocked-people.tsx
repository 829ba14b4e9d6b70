import type { ReplyOf } from '#web/client/http/api.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { setHidden, unblock } from '#web/features/relations/blocks.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { TextButton } from '#web/ui/button.tsx'
import { List, Row } from '#web/ui/list.tsx'
import { PageHeading, PageLead } from '#web/ui/page.tsx'

type Person = ReplyOf<'GET /api/blocks'>[number]

/** List of blocked people. A click unblocks a person. */
export function BlockedPeople({ people }: { people: Person[] }) {
  const { t } = useTranslation()
  return (
    <>
      <PageLead>{t('blocked.text')}</PageLead>
      <List>
        {people.map((person) => (
          <PersonRow
            key={person.id}
            person={person}
            act={t('more.unblock')}
            label={t('blocked.unblock', { name: person.full_name })}
            onAct={() => void unblock(person)}
          />
        ))}
      </List>
    </>
  )
}

/** List of hidden authors. A click shows the author's listings again. */
export function HiddenPeople({ people }: { people: Person[] }) {
  const { t } = useTranslation()
  return (
    <>
      <PageHeading>{t('hidden.title')}</PageHeading>
      <PageLead>{t('hidden.text')}</PageLead>
      <List>
        {people.map((person) => (
          <PersonRow
            key={person.id}
            person={person}
            act={t('hidden.show')}
            label={t('hidden.showName', { name: person.full_name })}
            onAct={() => void setHidden(person, false)}
          />
        ))}
      </List>
    </>
  )
}

function PersonRow(props: { person: Person; act: string; label: string; onAct: () => void }) {
  const { person, act, label, onAct } = props
  return (
    <Row>
      <Avatar id={person.id} name={person.full_name} src={person.avatar_url} />
      <span className="grow ellipsis">{person.full_name}</span>
      <TextButton aria-label={label} onClick={onAct}>
        {act}
      </TextButton>
    </Row>
  )
}
