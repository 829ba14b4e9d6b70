import { BellOff, CircleCheck, CloudOff, Compass, Info, Rocket, Trash2, TriangleAlert } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { askDialog, showToast } from '#web/ui/overlays.ts'
import { KitSection } from './section.tsx'

const Sheet = lazy(async () => ({ default: (await import('#web/ui/sheet.tsx')).Sheet }))

/** Notices, toasts, dialogs, the sheet, the empty state. */
export function KitMessages() {
  const [sheet, setSheet] = useState<'away' | 'open' | 'closing'>('away')
  return (
    <>
      <KitSection title="Сообщения системы">
        <Notice icon={Info} tone="accent">
          Заказ увидят после модерации.
        </Notice>
        <Notice icon={CircleCheck} tone="good">
          Оплата прошла.
        </Notice>
        <Notice icon={BellOff} tone="warn" title="Бот не может вам писать">
          Разрешите сообщения от бота.
        </Notice>
        <Notice icon={TriangleAlert} tone="bad">
          Оплата не прошла. Деньги не списаны.
        </Notice>
      </KitSection>
      <KitSection title="Поверх экрана">
        <div className="row" style={{ flexWrap: 'wrap' }}>
          <Button small variant="soft" onClick={() => showToast({ text: 'Добавлено в избранное' })}>
            Уведомление
          </Button>
          <Button
            small
            variant="soft"
            onClick={() => showToast({ text: 'Нет связи. Проверьте интернет', tone: 'bad' })}
          >
            Ошибка
          </Button>
          <Button
            small
            variant="soft"
            onClick={() =>
              void askDialog({
                icon: Trash2,
                destructive: true,
                title: 'Удалить заказ?',
                text: 'Заказ исчезнет вместе с откликами.',
                confirm: 'Удалить',
                cancel: 'Отмена',
              })
            }
          >
            Подтверждение
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
                title: 'Ошибка получения данных',
                text: 'Команда уже работает над проблемой.',
                confirm: 'Продолжить',
                cancel: 'Закрыть',
              })
            }
          >
            Сбой
          </Button>
          <Button
            small
            variant="soft"
            onClick={() =>
              void askDialog({
                icon: Rocket,
                tone: 'good',
                wide: true,
                title: 'Отклик отправлен',
                text: 'Он на 1 месте в списке заказчика.',
                confirm: 'Другие заказы',
                cancel: 'Мои отклики',
              })
            }
          >
            Успех
          </Button>
          <Button small variant="soft" onClick={() => setSheet('open')}>
            Панель
          </Button>
        </div>
      </KitSection>
      <EmptyState
        icon={Compass}
        title="Ничего не нашлось"
        text="Попробуйте убрать часть фильтров."
        action={<Button variant="card">Сбросить</Button>}
      />
      {sheet !== 'away' && (
        <Suspense>
          <Sheet
            open={sheet === 'open'}
            onClose={() => setSheet('closing')}
            onClosed={() => setSheet('away')}
            title="Панель"
            gripLabel="Потяните вниз или нажмите, чтобы закрыть"
            footer={
              <Button wide onClick={() => setSheet('closing')}>
                Готово
              </Button>
            }
          >
            <p>Тяните за ручку: больше 100 пикселей закрывает, меньше — возвращает.</p>
          </Sheet>
        </Suspense>
      )}
    </>
  )
}
