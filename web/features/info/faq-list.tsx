import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { publicationStatus } from '#web/features/payments/queries.ts'
import { useMe } from '#web/features/session/use-me.ts'
import styles from './faq-list.module.css'

const questions = [
  'price',
  'promises',
  'boost',
  'verify',
  'reject',
  'payout',
  'refund',
  'story',
  'feed',
  'limit',
  'rating',
  'chat',
  'delete',
] as const

/** FAQ as an accordion. The placement price in an answer comes from the server. */
export function FaqList() {
  const { t, money } = useFormats()
  const me = useMe()
  const status = useQuery({ ...publicationStatus(me?.id ?? 0), enabled: me !== undefined })
  const price = status.data && money(status.data.price, { code: status.data.currency, symbol: '₽' })
  return (
    <div className={styles.list}>
      {questions.map((name, index) => (
        <details key={name} name="faq" className={styles.item} open={index === 0}>
          <summary className={styles.question}>
            {t(`faq.${name}.q`)}
            <ChevronDown />
          </summary>
          <p className={`${styles.answer} prose`}>
            {name === 'price' && !price ? t('faq.price.unknown') : t(`faq.${name}.a`, { price })}
          </p>
        </details>
      ))}
    </div>
  )
}
