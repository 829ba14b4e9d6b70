import type { ReactNode } from 'react'
import { Card } from '#web/ui/card.tsx'

export function KitSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="stack">
      <h2 className="cap muted" style={{ fontWeight: 600 }}>
        {title}
      </h2>
      {children}
    </Card>
  )
}
