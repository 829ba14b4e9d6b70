import { Bell, CircleDot, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import styles from './turn-card.module.css'

type TurnCardProps = {
  turn: 'you' | 'executor' | 'client' | null
  title: string
  text?: string
  /** Consequence if nobody acts. */
  otherwise?: string | null
  children?: ReactNode
}

/** The side whose turn it is, and the next step. */
export function TurnCard({ turn, title, text, otherwise, children }: TurnCardProps) {
  const { t } = useFormats()
  const isOwn = turn === 'you'
  return (
    <Card className="stack">
      {turn && (
        <div>
          <Badge tone={isOwn ? 'accent' : undefined} icon={isOwn ? CircleDot : Hourglass}>
            {t(`deal.turn.${turn}`)}
          </Badge>
        </div>
      )}
      <div className="stack stack-1">
        <h2 className="head">{title}</h2>
        {text && <p className="sub muted">{text}</p>}
      </div>
      {children}
      {otherwise && (
        <p className={styles.otherwise}>
          <Bell className="i16" />
          <span>{otherwise}</span>
        </p>
      )}
    </Card>
  )
}
