import { CircleCheck, CreditCard } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import type { Translate } from '#web/client/i18n-runtime.ts'
import { haptic } from '#web/telegram/index.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Typeset } from '#web/ui/typeset.tsx'

export const pollMs = 2000

/** Text while a payment is awaited. If it can still be paid, it says that the same invoice can be opened again. */
export function askingText(t: Translate, key: string, url: string | null): string {
  return url === null ? t(key) : `${t(key)} ${t('payment.unpaid')}`
}

type CheckPageProps = {
  state: 'asking' | 'paid' | 'failed'
  title: string
  text: ReactNode
  /** Purpose and amount of the payment. They are undefined while they load. */
  subject: string | undefined
  price?: string
  steps?: ReactNode
  /** Called once when the payment is confirmed. */
  onPaid: () => void
  children: ReactNode
}

const looks = {
  asking: { icon: CreditCard, tone: 'accent' },
  paid: { icon: CircleCheck, tone: 'good' },
  failed: { icon: CreditCard, tone: 'bad' },
} as const

/** Status of a payment, its purpose and the payer's next steps. */
export function CheckPage({ state, title, text, subject, price, steps, onPaid, children }: CheckPageProps) {
  const isPaid = state === 'paid'
  useEffect(() => {
    if (!isPaid) return
    haptic('success')
    onPaid()
  }, [isPaid, onPaid])
  return (
    <Page centred>
      <div role="status">
        <EmptyState main key={state} {...looks[state]} title={title} text={text} />
      </div>
      <Card className="stack stack-4">
        <p className="row row-between">
          {subject === undefined ? (
            <Skeleton width="60%" height={15} />
          ) : (
            <span className="sub muted clamp-3">
              <Typeset text={subject} />
            </span>
          )}
          <b className="num" style={{ flex: 'none' }}>
            {price}
          </b>
        </p>
        {steps}
      </Card>
      {children}
    </Page>
  )
}
