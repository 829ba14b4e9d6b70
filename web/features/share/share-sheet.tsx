import { useQuery } from '@tanstack/react-query'
import { Link2, Send } from 'lucide-react'
import { linkToOtherPage } from '#contract/share-links.ts'
import { query } from '#web/client/query.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { copyLink, type ShareableItem, sendToTelegram } from './link.ts'
import styles from './share-sheet.module.css'

type ShareSheetProps = {
  item: ShareableItem
  open: boolean
  onClose: () => void
  onClosed: () => void
}

/** Sheet with a button that copies the link, and a button that opens Telegram's list of chats. */
export default function ShareSheet({ item, ...sheet }: ShareSheetProps) {
  const { t } = useTranslation()
  const app = useQuery(query('GET /api/app/telegram_link')).data
  const url = app && linkToOtherPage(app.url, { page: item.kind, id: item.id })
  const act = (share: (item: ShareableItem, url: string) => Promise<unknown>) => {
    if (!url) return
    // The action starts within the click, because clients allow access to the clipboard and external links only in a
    // click.
    void share(item, url)
    sheet.onClose()
  }
  return (
    <Sheet {...sheet} title={t('share.title')}>
      <button type="button" className={styles.link} disabled={!url} onClick={() => act(copyLink)}>
        <Link2 />
        <span className={styles.text}>
          <b>{item.title}</b>
          {url ? <small>{url.replace(/^https?:\/\//, '')}</small> : <Skeleton width="70%" height={18} />}
          <span className="visually-hidden">{t('share.copy')}</span>
        </span>
      </button>
      <div className={styles.targets}>
        <button type="button" className={styles.target} disabled={!url} onClick={() => act(sendToTelegram)}>
          <i aria-hidden="true">
            <Send />
          </i>
          {t('share.telegram')}
        </button>
      </div>
    </Sheet>
  )
}
