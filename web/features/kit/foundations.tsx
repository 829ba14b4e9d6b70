import { Archive, CircleCheck, CircleX, Eye, Rocket, Send, ShieldCheck, Trash2, Wallet } from 'lucide-react'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge, Rating, Tags, Verified } from '#web/ui/badge.tsx'
import { Price } from '#web/ui/card.tsx'
import { Mark, Orbit } from '#web/ui/mark.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Meter, Panel, Ring, Signal, Signals } from '#web/ui/signals.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { Steps } from '#web/ui/steps.tsx'
import { KitSection } from './section.tsx'

const colours = [
  'page',
  'card',
  'fill',
  'fill-2',
  'line',
  'text',
  'muted',
  'faint',
  'accent',
  'accent-fill',
  'accent-soft',
  'good-soft',
  'warn-soft',
  'bad-soft',
  'boost-soft',
]
const sizes = ['display', 'title', 'price', 'head', 'body', 'sub', 'cap', 'tab']
const steps = ['Создан', 'Оплата', 'Модерация', 'Опубликован']
const said = (name: string, current: number) => `Шаг ${current} из 4: ${name}`

/** Colours, type, signals, badges, steps, people, waiting. */
export function KitFoundations() {
  return (
    <>
      <KitSection title="Цвет">
        <div style={{ display: 'grid', gridTemplateColumns: 'repeat(5, 1fr)', gap: 10 }}>
          {colours.map((name) => (
            <div key={name} className="muted" style={{ font: 'var(--t-tab)' }}>
              <div
                style={{
                  height: 40,
                  borderRadius: 10,
                  background: `var(--c-${name})`,
                  boxShadow: 'inset 0 0 0 1px var(--c-line)',
                }}
              />
              {name}
            </div>
          ))}
        </div>
      </KitSection>
      <KitSection title="Типографика">
        {sizes.map((size) => (
          <div key={size} className="row row-between">
            <span style={{ font: `var(--t-${size})` }}>Редизайн меню</span>
            <span className="cap muted">{size}</span>
          </div>
        ))}
        <Price unit="за проект">45 000 – 60 000 ₽</Price>
      </KitSection>
      <KitSection title="Сигналы">
        <Signals>
          <Signal tone="good">
            <Meter level="low" />3 отклика
          </Signal>
          <Signal tone="text">
            <Meter level="medium" />9
          </Signal>
          <Signal tone="warn">
            <Meter level="high" />
            34
          </Signal>
        </Signals>
        <Signals>
          <Signal>
            <Ring left={0.7} />7 дней
          </Signal>
          <Signal tone="warn">
            <Ring left={0.3} />3 дня
          </Signal>
          <Signal tone="bad">
            <Ring left={0.08} />5 часов
          </Signal>
          <Signal end>
            <Eye />
            128
          </Signal>
        </Signals>
        <Signals stub>
          <Signal>
            <Meter level={null} />
            Нет откликов
          </Signal>
          <Signal>
            <Ring left={0} />
            Срок вышел
          </Signal>
        </Signals>
      </KitSection>
      <Panel
        label="Показатели"
        items={[
          { picture: <Meter level="low" />, value: 'Низкая', note: '3 отклика', tone: 'good' },
          { picture: <Ring left={0.7} />, value: '7 дней', note: 'до 28 ноября' },
          { picture: <Eye />, value: '128', note: 'просмотров' },
        ]}
      />
      <KitSection title="Метки">
        <div className="row" style={{ flexWrap: 'wrap' }}>
          <Badge tone="warn" icon={Wallet}>
            Ждёт оплаты
          </Badge>
          <Badge tone="accent" icon={ShieldCheck}>
            На модерации
          </Badge>
          <Badge tone="good" icon={CircleCheck}>
            Опубликован
          </Badge>
          <Badge tone="bad" icon={CircleX}>
            Отклонён
          </Badge>
          <Badge tone="boost" icon={Rocket}>
            1 место · Продвинутый
          </Badge>
          <Badge icon={Archive}>В архиве</Badge>
        </div>
        <Tags items={['Figma', 'Mini Apps', 'UX-исследования']} />
      </KitSection>
      <KitSection title="Статус размещения">
        <Steps names={steps} now={1} said={said} />
        <Steps names={steps} now={4} said={said} />
        <Steps names={['Создан', 'Оплата', 'Отклонён', 'Опубликован']} now={2} failed said={said} />
      </KitSection>
      <KitSection title="Люди">
        <div className="row">
          {[...'АСДКМИО'].map((letter, id) => (
            <Avatar key={letter} id={id} name={letter} size={32} />
          ))}
        </div>
        <div className="row">
          <Avatar id={2} name="Алина Соколова" size={56} />
          <div>
            <p className="row head">
              Алина Соколова <Verified label="Профиль подтверждён" />
            </p>
            <p className="cap muted">
              <Rating value="4,9" label="Оценка 4,9 из 5" /> · 31 заказ
            </p>
          </div>
        </div>
        <div className="row">
          <Stars value={4.5} label="Оценка 4,5 из 5" />
          <Stars large value={5} label="Оценка 5 из 5" />
        </div>
        <ProgressBar share={0.8} label="Профиль заполнен на 80%" />
      </KitSection>
      <KitSection title="Ожидание и пустота">
        <Skeleton width="45%" height={13} />
        <Skeleton height={17} />
        <Skeleton width="60%" height={17} />
        <div className="row row-between">
          <Orbit small icon={Send} />
          <Orbit small icon={Trash2} tone="bad" />
          <Orbit small icon={Rocket} tone="good" />
          <span className="accent">
            <Mark size={56} />
          </span>
          <Spinner />
        </div>
      </KitSection>
    </>
  )
}
