import { Bell, Heart, Pencil, Plus, Rocket, Share } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#web/client/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip, Chips, RemovableChip } from '#web/ui/chip.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextareaField } from '#web/ui/form-field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Counter, Input, JoinedControls } from '#web/ui/input.tsx'
import { Cell, List, SwitchCell } from '#web/ui/list.tsx'
import { Segment } from '#web/ui/segment.tsx'
import { Select } from '#web/ui/select.tsx'
import { KitSection } from './section.tsx'

/** Part of the component gallery with buttons, fields, options and rows. */
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
  const { t } = useTranslation()
  return (
    <KitSection title={t('kit.buttons')}>
      <Button wide>{t('kit.respond')}</Button>
      <div className="row" style={{ flexWrap: 'wrap' }}>
        <Button className="grow" loading>
          {t('kit.save')}
        </Button>
        <Button className="grow" disabled>
          {t('kit.sent')}
        </Button>
      </div>
      <div className="row" style={{ flexWrap: 'wrap' }}>
        <Button className="grow" variant="soft">
          {t('kit.soft')}
        </Button>
        <Button className="grow" variant="fill">
          {t('kit.neutral')}
        </Button>
      </div>
      <div className="row" style={{ flexWrap: 'wrap' }}>
        <Button className="grow" variant="bad">
          {t('kit.delete')}
        </Button>
        <Button className="grow" variant="boost" icon={Rocket}>
          {'100\u00a0₽'}
        </Button>
      </div>
      <div className="row" style={{ flexWrap: 'wrap' }}>
        <Button small>{t('kit.small')}</Button>
        <Button small variant="soft">
          {t('kit.small')}
        </Button>
        <Button small variant="ghost">
          {t('kit.text')}
        </Button>
        <IconButton look="fill" icon={Share} label={t('kit.share')} />
        <IconButton icon={Heart} filled tone="bad" label={t('kit.unfavourite')} />
      </div>
    </KitSection>
  )
}

function KitFields() {
  const { t, language } = useTranslation()
  const [text, setText] = useState(() => t('kit.hello'))
  return (
    <KitSection title={t('kit.fields')}>
      <Field label={t('kit.name')} required hint={t('kit.nameHint')}>
        {(control) => <Input {...control} placeholder={t('kit.namePlaceholder')} />}
      </Field>
      <TextareaField
        label={t('kit.message')}
        counter={
          <Counter
            count={text.length}
            max={500}
            warn={450}
            language={language}
            announce={t('kit.left', { count: 500 - text.length })}
          />
        }
        rows={2}
        maxLength={500}
        value={text}
        onValue={setText}
      />
      <Field label={t('kit.price')} error={t('kit.priceError')}>
        {(control) => (
          <JoinedControls>
            <Input {...control} defaultValue={t('kit.priceSample')} />
            <Select
              aria-label={t('kit.currency')}
              defaultValue="TON"
              options={[
                { value: 'TON', label: 'TON' },
                { value: 'RUB', label: 'RUB' },
              ]}
            />
          </JoinedControls>
        )}
      </Field>
      <Field label={t('kit.category')}>
        {(control) => (
          <Select {...control} defaultValue="1" options={[{ value: '1', label: t('kit.categorySample') }]} />
        )}
      </Field>
    </KitSection>
  )
}

function KitChoices() {
  const { t } = useTranslation()
  const [role, setRole] = useState<'a' | 'b'>('a')
  const [isOn, setOn] = useState(true)
  const [chip, setChip] = useState('all')
  return (
    <>
      <KitSection title={t('kit.choice')}>
        <Segment
          label={t('kit.role')}
          value={role}
          onChange={setRole}
          options={[
            { value: 'a', label: t('kit.freelancer') },
            { value: 'b', label: t('kit.client') },
          ]}
        />
        <Chips label={t('kit.sections')}>
          {(['all', 'orders', 'vacancies'] as const).map((name) => (
            <Chip key={name} pressed={chip === name} onClick={() => setChip(name)}>
              {t(`kit.${name}`)}
            </Chip>
          ))}
          <RemovableChip removeLabel={t('kit.removeFigma')} onRemove={() => setChip('all')}>
            Figma
          </RemovableChip>
          <Chip icon={Plus} tone="add">
            {t('kit.skill')}
          </Chip>
        </Chips>
      </KitSection>
      <List icons>
        <Cell icon={Pencil} title={t('kit.editProfile')} to="/profile" />
        <SwitchCell
          icon={Bell}
          title={t('kit.newOrders')}
          note={t('kit.bySpeciality')}
          checked={isOn}
          onChange={setOn}
        />
      </List>
    </>
  )
}
