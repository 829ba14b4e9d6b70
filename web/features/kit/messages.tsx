import { BellOff, CircleCheck, CloudOff, Compass, Info, Rocket, Trash2, TriangleAlert } from 'lucide-react'
import { useTranslation } from '#web/client/use-translation.ts'
import { lazySheet } from '#web/parts/part.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { askDialog, showToast } from '#web/ui/overlays.ts'
import { useSheet } from '#web/ui/use-sheet.ts'
import { KitSection } from './section.tsx'

const Sheet = lazySheet(async () => ({ default: (await import('#web/ui/sheet.tsx')).Sheet }))

/** Part of the component gallery with notices, toasts, dialogs, the sheet and the empty state. */
export function KitMessages() {
  const { t } = useTranslation()
  const sheet = useSheet()
  return (
    <>
      <KitSection title={t('kit.notices')}>
        <Notice icon={Info} tone="accent">
          {t('kit.moderated')}
        </Notice>
        <Notice icon={CircleCheck} tone="good">
          {t('kit.paid')}
        </Notice>
        <Notice icon={BellOff} tone="warn" title={t('kit.silentBot')}>
          {t('kit.allowBot')}
        </Notice>
        <Notice icon={TriangleAlert} tone="bad">
          {t('kit.refused')}
        </Notice>
      </KitSection>
      <KitSection title={t('kit.above')}>
        <div className="row" style={{ flexWrap: 'wrap' }}>
          <Button small variant="soft" onClick={() => showToast({ text: t('kit.favourite') })}>
            {t('kit.toast')}
          </Button>
          <Button small variant="soft" onClick={() => showToast({ text: t('kit.offline'), tone: 'bad' })}>
            {t('kit.error')}
          </Button>
          <Button
            small
            variant="soft"
            onClick={() =>
              void askDialog({
                icon: Trash2,
                destructive: true,
                title: t('kit.deleteTitle'),
                text: t('kit.deleteText'),
                confirm: t('kit.delete'),
                cancel: t('kit.cancel'),
              })
            }
          >
            {t('kit.confirmation')}
          </Button>
          <Button
            small
            variant="soft"
            onClick={() =>
              void askDialog({
                icon: CloudOff,
                tone: 'bad',
                wide: true,
                locked: true,
                title: t('kit.failureTitle'),
                text: t('kit.failureText'),
                confirm: t('kit.goOn'),
                cancel: t('kit.close'),
              })
            }
          >
            {t('kit.failure')}
          </Button>
          <Button
            small
            variant="soft"
            onClick={() =>
              void askDialog({
                icon: Rocket,
                tone: 'good',
                wide: true,
                title: t('kit.doneTitle'),
                text: t('kit.doneText'),
                confirm: t('kit.otherOrders'),
                cancel: t('kit.ownResponses'),
              })
            }
          >
            {t('kit.success')}
          </Button>
          <Button small variant="soft" onClick={sheet.open}>
            {t('kit.sheet')}
          </Button>
        </div>
      </KitSection>
      <EmptyState
        icon={Compass}
        title={t('kit.nothing')}
        text={t('kit.lessFilters')}
        action={<Button variant="card">{t('kit.reset')}</Button>}
      />
      {sheet.isMounted && (
        <Sheet
          {...sheet.props}
          title={t('kit.sheet')}
          footer={
            <Button wide onClick={() => sheet.close()}>
              {t('kit.ready')}
            </Button>
          }
        >
          <p>{t('kit.sheetText')}</p>
        </Sheet>
      )}
    </>
  )
}
