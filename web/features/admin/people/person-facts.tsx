import { useMutation } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { Link } from 'react-router-dom'
import { api, type ReplyOf } from '#web/client/http/api.ts'
import type { PersonDetails } from '#web/features/admin/frame/queries.ts'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import review from '#web/features/admin/review/review.module.css'
import { showFailure } from '#web/features/session/show-failure.ts'
import { useMe } from '#web/features/session/use-me.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DottedLine } from '#web/ui/dotted-line.tsx'
import { Facts } from '#web/ui/list.tsx'
import styles from './person.module.css'

const phoneOf = ({ verification, has_anonymous_phone }: PersonDetails) =>
  verification === 'confirmed' && has_anonymous_phone ? 'anonymous' : verification

/** Facts about the person, their statistics and their payments. */
export function PersonFacts({ person }: { person: PersonDetails }) {
  const { t, day, sum } = useAdminFormats()
  const me = useMe()
  const { record, money, seen_on, returned } = person
  const total = (sums: { amount: number; currency: string }[]) =>
    sums.map(({ amount, currency }) => sum(amount, currency)).join(', ') || sum(0, 'RUB')
  const countUpheld = (whole: number, upheld: number) =>
    whole === 0 ? whole : t('admin.person.upheld', { whole, upheld })
  return (
    <div className={styles.column}>
      <Card className="stack">
        <h2 className="head">{t('admin.person.about')}</h2>
        <Facts
          items={[
            { name: t('admin.person.phone'), value: t(`admin.person.phone.${phoneOf(person)}`) },
            { name: t('admin.users.created'), value: day(person.created_at) },
            { name: t('admin.person.seen'), value: seen_on ? day(seen_on) : t('admin.person.hidden') },
            {
              name: t('admin.person.bot'),
              value: t(person.is_reachable ? 'admin.person.bot.yes' : 'admin.person.bot.no'),
            },
            { name: t('admin.person.sessions'), value: person.sessions },
            ...(returned
              ? [
                  {
                    name: t('admin.person.returned'),
                    value: t('admin.person.rejections', { count: returned.rejections }),
                  },
                ]
              : []),
          ]}
        />
        {person.block_reason && <p className="sub bad">{person.block_reason}</p>}
        {person.verification === 'confirmed' && <p className="cap muted">{t('admin.person.phoneNote')}</p>}
        {me?.role === 'admin' && <Contacts id={person.id} />}
      </Card>
      <Card className="stack">
        <h2 className="head">{t('admin.person.record')}</h2>
        <Facts
          items={[
            { name: t('admin.person.published'), value: record.published },
            { name: t('admin.person.rejected'), value: record.rejected },
            { name: t('admin.person.sent'), value: record.responses },
            { name: t('admin.person.chosen'), value: record.chosen },
            {
              name: t('admin.person.reportsAbout'),
              value: countUpheld(record.reports_about, record.reports_accepted),
            },
            {
              name: t('admin.person.reportsBy'),
              value: countUpheld(record.reports_by, record.reports_by_accepted),
            },
          ]}
        />
      </Card>
      <PersonWarnings warnings={person.warnings} />
      {money && (
        <Card className="stack">
          <h2 className="head">{t('admin.person.money')}</h2>
          <Facts
            items={[
              { name: t('admin.person.paid'), value: total(money.paid) },
              { name: t('admin.person.refunded'), value: total(money.refunded) },
              { name: t('admin.person.credits'), value: money.credits },
            ]}
          />
          <Link className={review.link} to={`/admin-panel/payments?payer=${person.id}`}>
            {t('admin.person.payments')}
          </Link>
        </Card>
      )}
    </div>
  )
}

type Shown = ReplyOf<'POST /api/admin/users/:id/contacts'>

/** Contacts of the person. They are loaded on a click only, because the audit records each look at contacts. */
function Contacts({ id }: { id: number }) {
  const { t } = useAdminFormats()
  const contactsMutation = useMutation({
    mutationFn: () => api('POST /api/admin/users/:id/contacts', { params: { id } }),
    onError: (error) => void showFailure(error),
  })
  if (!contactsMutation.data)
    return (
      <>
        <Button
          small
          variant="fill"
          icon={Eye}
          loading={contactsMutation.isPending}
          onClick={() => contactsMutation.mutate()}
        >
          {t('admin.person.contacts')}
        </Button>
        <p className="cap muted">{t('admin.person.contactsNote')}</p>
      </>
    )
  const names: (keyof Shown)[] = ['telegram_link', 'telegram', 'whatsapp']
  const knownValues = names.map((name) => contactsMutation.data[name]).filter((value) => value !== null)
  return knownValues.length > 0 ? (
    knownValues.map((contact) => (
      <p key={contact} className="sub">
        {contact}
      </p>
    ))
  ) : (
    <p className="sub">{t('admin.person.noContacts')}</p>
  )
}

/** Warnings of the person, with the reasons that the person was shown. */
function PersonWarnings({ warnings }: Pick<PersonDetails, 'warnings'>) {
  const { t, day } = useAdminFormats()
  if (warnings.length === 0) return null
  return (
    <Card className="stack">
      <h2 className="head">{t('admin.person.warnings')}</h2>
      <div>
        {warnings.map(({ reason, created_at, given_by }) => (
          <div key={created_at} className={styles.row}>
            <p className="sub">{reason}</p>
            <DottedLine className="cap muted num">
              {given_by}
              {day(created_at)}
            </DottedLine>
          </div>
        ))}
      </div>
    </Card>
  )
}
