import { CircleCheck, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Finding } from '#contract/options.ts'
import type { Task } from '#web/features/admin/frame/queries.ts'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/class-names.ts'
import { DuplicateName } from './differences.tsx'
import styles from './review.module.css'

/** Payment status of the listing, and the problems that the automatic checks have found. */
export function Checks({ task }: { task: Task }) {
  const { t, sum, moment } = useAdminFormats()
  const paidOffer = task.offer?.paid
  const phone = t(task.author.is_verified ? 'admin.check.phoneYes' : 'admin.check.phoneNo')
  const texts: Partial<Record<Finding, ReactNode>> = {
    contacts: t('admin.check.contactsText'),
    links: t('admin.check.linksText'),
    scam: t('admin.check.scamText'),
    invisible: t('admin.check.invisibleText'),
    duplicate:
      task.duplicates.length > 0
        ? task.duplicates
            .filter(({ pieces }) => pieces.every(({ is }) => is === 'same'))
            .map((duplicate) => (
              <p key={duplicate.id}>
                <DuplicateName duplicate={duplicate} />
              </p>
            ))
        : task.duplicate_of && (
            <Link className={styles.link} to={`/${task.kind}/${task.duplicate_of}`}>
              {t('admin.check.duplicateText', { id: task.duplicate_of })}
            </Link>
          ),
    new_author: t('admin.check.newAuthorText', { phone }),
  }
  return (
    <Card className="stack">
      <h2 className="head">{t('admin.check')}</h2>
      {task.subject === 'listing' && (
        <Check
          isGood={Boolean(paidOffer)}
          title={t(paidOffer ? 'admin.check.paid' : 'admin.check.unpaid')}
          text={
            paidOffer &&
            t('admin.check.paidText', {
              price: sum(paidOffer.amount, paidOffer.currency),
              date: moment(paidOffer.paid_at),
            })
          }
        />
      )}
      {task.flags.map((flag) => (
        <Check key={flag} title={t(findingNames[flag])} text={texts[flag]} />
      ))}
      {task.flags.length === 0 && <Check isGood title={t('admin.check.clean')} />}
    </Card>
  )
}

function Check({ isGood, title, text }: { isGood?: boolean; title: string; text?: ReactNode }) {
  const Icon: LucideIcon = isGood ? CircleCheck : TriangleAlert
  return (
    <div className={styles.check}>
      <Icon className={cx('i24', isGood ? 'good' : 'warn')} />
      <div>
        <p>{title}</p>
        {text && <div className="cap muted">{text}</div>}
      </div>
    </div>
  )
}

/** Translation keys of the problems that the automatic checks find. */
export const findingNames: Record<Finding, string> = {
  contacts: 'admin.check.contacts',
  links: 'admin.check.links',
  scam: 'admin.check.scam',
  invisible: 'admin.check.invisible',
  duplicate: 'admin.check.duplicate',
  gatherer: 'admin.check.gatherer',
  new_author: 'admin.check.newAuthor',
}
