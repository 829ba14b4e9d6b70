import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'
import styles from './notice.module.css'

type NoticeProps = {
  icon: LucideIcon
  tone?: 'accent' | 'good' | 'warn' | 'bad' | 'boost'
  title?: string
  children?: ReactNode
  action?: ReactNode
}

/** Message in a coloured box inside a screen. */
export function Notice({ icon: Icon, tone, title, children, action }: NoticeProps) {
  return (
    <div className={cx(styles.notice, tone && styles[tone])}>
      <Icon />
      <div className="grow stack stack-1">
        {title && <b>{title}</b>}
        {children && <span className={title ? 'muted' : undefined}>{children}</span>}
        {action && <div className={styles.action}>{action}</div>}
      </div>
    </div>
  )
}
