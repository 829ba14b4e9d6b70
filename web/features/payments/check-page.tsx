import { CircleCheck, CreditCard } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { haptic } from '#web/telegram/index.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'

export const pollMs = 2000

type CheckPageProps = {
  state: 'asking' | 'paid' | 'failed'
  title: string
  text: ReactNode
  /** What is paid for and how much it costs. */
  subject: string
  price?: string
  steps?: ReactNode
  /** Runs once when the money has come. */
  onPaid: () => void
  children: ReactNode
}

const looks = {
  asking: { icon: CreditCard, tone: 'accent' },
  paid: { icon: CircleCheck, tone: 'good' },
  failed: { icon: CreditCard, tone: 'bad' },
} as const

/** The state of a payment, what it is for, and where to go from here. */
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
          <span className="sub muted ellipsis">{subject}</span>
          <b className="num">{price}</b>
        </p>
        {steps}
      </Card>
      {children}
    </Page>
  )
}
