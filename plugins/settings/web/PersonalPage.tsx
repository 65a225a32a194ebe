import {
  Field,
  HelpLink,
  PageHeader,
  Panel,
  SettingsFields,
  Toggle,
  usePreferences,
  useTranslation,
} from '@host/plugin-sdk'
import { LookPanel } from './LookPanel.tsx'
import { RegionPanel } from './RegionPanel.tsx'

/** Personal preferences. Each choice applies at once and is saved automatically. */
export default function PersonalPage() {
  const { t } = useTranslation()
  const { preferences, change } = usePreferences()
  return (
    <>
      <PageHeader
        title={t('settings.title')}
        description={t('settings.description')}
        actions={<HelpLink slug="personal-settings" />}
      />
      <div className="flex max-w-4xl flex-col gap-6">
        <LookPanel />
        <RegionPanel />
        <Panel title={t('settings.keyboard')}>
          <SettingsFields>
            <Field label={t('settings.shortcuts.label')} hint={t('settings.shortcuts.hint')}>
              <Toggle checked={preferences.shortcuts} onChange={(shortcuts) => change({ shortcuts })} />
            </Field>
          </SettingsFields>
        </Panel>
      </div>
    </>
  )
}
