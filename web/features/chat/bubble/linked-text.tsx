import { Link2 } from 'lucide-react'
import { useTranslation } from '#web/client/use-translation.ts'
import { openLink } from '#web/telegram/index.ts'
import { bindWords } from '#web/ui/glue.ts'
import { askDialog } from '#web/ui/overlays.ts'
import styles from './linked-text.module.css'
import { splitLinks } from './links.ts'

/** Plain text with links. A dialog shows the full address before a link opens. */
export function LinkedText({ text }: { text: string }) {
  const { t } = useTranslation()
  const open = async (url: string) => {
    const isConfirmed = await askDialog({
      icon: Link2,
      title: t('chat.link.title'),
      text: url,
      confirm: t('chat.link.open'),
      cancel: t('common.cancel'),
    })
    if (isConfirmed) openLink(url)
  }
  return splitLinks(text).map(({ text: piece, url }, index) =>
    url ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes
      <button key={index} type="button" className={styles.link} onClick={() => void open(url)}>
        {piece}
      </button>
    ) : (
      bindWords(piece)
    ),
  )
}
