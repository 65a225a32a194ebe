import { ErrorState, LoadingRegion, PageHeader, Skeleton, useQuery, useTranslation } from '@host/plugin-sdk'
import { listChannels } from '../shared/channels.ts'
import { readPreferences } from '../shared/preferences.ts'
import { ChannelsPanel } from './channels/ChannelsPanel.tsx'
import { PreferencesForm } from './preferences/PreferencesForm.tsx'

/** Notification settings: channels, categories and times. */
export default function SettingsPage() {
  const { t } = useTranslation()
  const preferences = useQuery(readPreferences)
  const channels = useQuery(listChannels)
  const error = preferences.error ?? channels.error
  return (
    <>
      <PageHeader title={t('notifications.settings.title')} description={t('notifications.settings.description')} />
      {preferences.data !== undefined && channels.data !== undefined ? (
        <div className="flex max-w-4xl flex-col gap-6">
          <ChannelsPanel channels={channels.data.items} kinds={channels.data.kinds} mail={preferences.data.mail} />
          <PreferencesForm preferences={preferences.data} channels={channels.data.items} />
        </div>
      ) : error === null ? (
        <LoadingRegion className="flex max-w-4xl flex-col gap-6">
          <Skeleton className="h-40 w-full" />
          <Skeleton className="h-60 w-full" />
        </LoadingRegion>
      ) : (
        <ErrorState error={error} onRetry={() => void preferences.refetch()} />
      )}
    </>
  )
}
