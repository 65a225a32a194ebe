import {
  Badge,
  Icon,
  MenuItem,
  RelativeTime,
  RowMenu,
  useErrorText,
  useMutation,
  useToast,
  useTranslation,
} from '@host/plugin-sdk'
import { endSession, listSessions, type Session } from '../shared/sessions.ts'
import { readDevice } from './read-device.ts'
import { useDeviceName } from './useDeviceName.ts'

/** One session: device, place and last use. All but the current one can be ended. */
export function SessionRow({ session }: { readonly session: Session }) {
  const { t, language } = useTranslation()
  const { current, userAgent, createdAt, lastSeenAt } = session
  const name = useDeviceName(userAgent)
  return (
    <li className="group flex flex-wrap items-center gap-3 px-4 py-3">
      {readDevice(userAgent).isHandheld ? (
        <Icon name="smartphone" className="text-subtle" />
      ) : (
        <Icon name="monitor" className="text-subtle" />
      )}
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span title={userAgent}>{name}</span>
          {current && <Badge tone="accent">{t('account.sessions.current')}</Badge>}
        </p>
        <p className="mt-0.5 flex flex-col gap-x-3 text-xs text-subtle sm:flex-row sm:flex-wrap">
          <span>{placeText(session, language)}</span>
          <span>
            {t('account.sessions.lastSeen')} <RelativeTime value={lastSeenAt} />
          </span>
          <span>
            {t('account.sessions.since')} <RelativeTime value={createdAt} />
          </span>
        </p>
      </div>
      {!current && <EndSession id={session.id} name={name} />}
    </li>
  )
}

/** The city and the country in the reader's language, and the network that they were found by. */
function placeText({ place, network }: Session, language: string): string {
  const names = new Intl.DisplayNames([language], { type: 'region' })
  const parts = [place?.city, place?.country && names.of(place.country)].filter(Boolean)
  return parts.length === 0 ? network : `${parts.join(', ')} · ${network}`
}

function EndSession({ id, name }: { readonly id: string; readonly name: string }) {
  const { t } = useTranslation()
  const toast = useToast()
  const errorText = useErrorText()
  const { mutate } = useMutation(endSession, {
    invalidates: [listSessions],
    optimistic: (cache) =>
      cache.update(listSessions, (page) => ({ ...page, items: page.items.filter((one) => one.id !== id) })),
    onSuccess: () => toast({ tone: 'positive', title: t('account.sessions.ended', { name }) }),
    onError(error) {
      const { title, cause, nextStep } = errorText(error)
      toast({ tone: 'danger', title, description: cause ?? nextStep })
    },
  })
  return (
    <RowMenu name={name}>
      <MenuItem icon="log-out" onSelect={() => mutate({ id })}>
        {t('account.sessions.end')}
      </MenuItem>
    </RowMenu>
  )
}
