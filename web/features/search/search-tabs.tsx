import { useTranslation } from 'react-i18next'
import { Tabs } from '#web/ui/tabs.tsx'

const sections = { personal: 'personal', orders: 'orders', vacancies: 'vacancies', freelancer: 'freelancers' }

/** What can be searched, each under an address of its own. */
export function SearchTabs() {
  const { t } = useTranslation()
  return (
    <Tabs
      label={t('search.group')}
      items={Object.entries(sections).map(([path, name]) => ({
        to: `/search/${path}`,
        label: t(`search.tab.${name}`),
      }))}
    />
  )
}
