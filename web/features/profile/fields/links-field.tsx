import { Link2, Plus, Trash2 } from 'lucide-react'
import { limits } from '#contract/limits.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { hostOf } from '#web/features/people/page/outside-link.ts'
import type { FormPart, LinkDraft } from '#web/features/profile/draft/draft.ts'
import { isWebAddress } from '#web/features/profile/draft/web-address.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { InputField } from '#web/ui/form-field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { FoldRow } from './fold-row.tsx'
import styles from './links-field.module.css'

/** Field for links to a person's work, each with a name and a URL. */
export function LinksField({ draft: { portfolio_links: links }, errors, onChange }: FormPart) {
  const { t } = useTranslation()
  const changeLink = (key: string, part: Partial<LinkDraft>) =>
    onChange({ portfolio_links: links.map((link) => (link.key === key ? { ...link, ...part } : link)) })
  return (
    <Card className="stack">
      <h2 className="head">{t('profileEdit.links')}</h2>
      {links.map((link) => (
        <FoldRow
          key={link.key}
          picture={<Link2 />}
          title={link.name || t('profileEdit.linkUrl')}
          note={link.url && hostOf(link.url)}
          isComplete={
            link.name.trim() !== '' &&
            isWebAddress(link.url) &&
            !errors[`link_name-${link.key}`] &&
            !errors[`link_url-${link.key}`]
          }
        >
          <InputField
            label={t('profileEdit.linkName')}
            error={errors[`link_name-${link.key}`]}
            required
            unmarked
            name={`link_name-${link.key}`}
            maxLength={120}
            placeholder={t('profileEdit.portfolio')}
            value={link.name}
            onValue={(name) => changeLink(link.key, { name })}
          />
          <InputField
            label={t('profileEdit.linkUrl')}
            error={errors[`link_url-${link.key}`]}
            required
            unmarked
            name={`link_url-${link.key}`}
            type="url"
            inputMode="url"
            pattern="https://.+"
            maxLength={limits.link.max}
            placeholder="https://"
            value={link.url}
            onValue={(value) => changeLink(link.key, { url: value.trim() })}
          />
          <div className={styles.tools}>
            <IconButton
              icon={Trash2}
              label={t('profileEdit.removeLink', { name: link.name })}
              onClick={() => onChange({ portfolio_links: links.filter(({ key }) => key !== link.key) })}
            />
          </div>
        </FoldRow>
      ))}
      {links.length < limits.portfolioLinks.count && (
        <div>
          <Button
            small
            variant="soft"
            icon={Plus}
            onClick={() =>
              onChange({
                portfolio_links: [...links, { key: crypto.randomUUID(), id: null, name: '', url: '' }],
              })
            }
          >
            {t('profileEdit.addLink')}
          </Button>
        </div>
      )}
    </Card>
  )
}
