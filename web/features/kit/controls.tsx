import { Bell, Heart, Pencil, Plus, Rocket, Share } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Chip, Chips, RemovableChip } from '#web/ui/chip.tsx'
import { Field } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Counter, Input, Joined, Textarea } from '#web/ui/input.tsx'
import { Cell, List, SwitchCell } from '#web/ui/list.tsx'
import { Segment } from '#web/ui/segment.tsx'
import { Select } from '#web/ui/select.tsx'
import { KitSection } from './section.tsx'

const Tooltip = lazy(() => import('#web/ui/tooltip.tsx'))

/** Buttons, fields, choices, rows. */
export function KitControls() {
  return (
    <>
      <KitButtons />
      <KitFields />
      <KitChoices />
    </>
  )
}

function KitButtons() {
  return (
    <KitSection title="Кнопки">
      <Button wide>Откликнуться</Button>
      <div className="row">
        <Button className="grow" loading>
          Сохранить
        </Button>
        <Button className="grow" disabled>
          Отправлено
        </Button>
      </div>
      <div className="row">
        <Button className="grow" variant="soft">
          Мягкая
        </Button>
        <Button className="grow" variant="fill">
          Нейтральная
        </Button>
      </div>
      <div className="row">
        <Button className="grow" variant="bad">
          Удалить
        </Button>
        <Button className="grow" variant="boost" icon={Rocket}>
          100 ₽
        </Button>
      </div>
      <div className="row" style={{ flexWrap: 'wrap' }}>
        <Button small>Малая</Button>
        <Button small variant="soft">
          Малая
        </Button>
        <Button small variant="ghost">
          Текст
        </Button>
        <Suspense fallback={<IconButton look="fill" icon={Share} label="Поделиться" />}>
          <Tooltip text="Поделиться">
            <IconButton look="fill" icon={Share} label="Поделиться" />
          </Tooltip>
        </Suspense>
        <IconButton icon={Heart} filled tone="bad" label="Убрать из избранного" />
      </div>
    </KitSection>
  )
}

function KitFields() {
  const [text, setText] = useState('Здравствуйте!')
  return (
    <KitSection title="Поля">
      <Field label="Название" required hint="Коротко: что сделать и для кого">
        {(control) => <Input {...control} placeholder="Что нужно сделать" />}
      </Field>
      <Field
        label="Сообщение"
        counter={
          <Counter count={text.length} max={500} warn={450} announce={`Осталось ${500 - text.length}`} />
        }
      >
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            maxLength={500}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Field label="Цена" error="Введите число, например 420">
        {(control) => (
          <Joined>
            <Input {...control} defaultValue="сто" />
            <Select
              aria-label="Валюта"
              defaultValue="TON"
              options={[
                { value: 'TON', label: 'TON' },
                { value: 'RUB', label: 'RUB' },
              ]}
            />
          </Joined>
        )}
      </Field>
      <Field label="Категория">
        {(control) => (
          <Select {...control} defaultValue="1" options={[{ value: '1', label: 'Дизайн интерфейсов' }]} />
        )}
      </Field>
    </KitSection>
  )
}

function KitChoices() {
  const [role, setRole] = useState<'a' | 'b'>('a')
  const [isOn, setOn] = useState(true)
  const [chip, setChip] = useState('Все')
  return (
    <>
      <KitSection title="Выбор">
        <Segment
          label="Роль"
          value={role}
          onChange={setRole}
          options={[
            { value: 'a', label: 'Я фрилансер' },
            { value: 'b', label: 'Я заказчик' },
          ]}
        />
        <Chips label="Разделы">
          {['Все', 'Заказы', 'Вакансии'].map((name) => (
            <Chip key={name} pressed={chip === name} onClick={() => setChip(name)}>
              {name}
            </Chip>
          ))}
          <RemovableChip removeLabel="Убрать Figma" onRemove={() => setChip('Все')}>
            Figma
          </RemovableChip>
          <Chip icon={Plus} tone="add">
            Навык
          </Chip>
        </Chips>
      </KitSection>
      <List icons>
        <Cell icon={Pencil} title="Редактировать профиль" to="/profile" />
        <SwitchCell
          icon={Bell}
          title="Новые заказы"
          note="По вашей специальности"
          checked={isOn}
          onChange={setOn}
        />
      </List>
    </>
  )
}
