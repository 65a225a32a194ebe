import { useState, type ReactNode } from 'react'
import {
  Badge,
  type BadgeTone,
  ConfirmDelete,
  Icon,
  MenuItem,
  RowMenu,
  Toggle,
  useFailureToast,
  useMutation,
  useToast,
  useTranslation,
} from '@host/plugin-sdk'
import type { ChannelEntry, ChannelKind } from '../../shared/channels.ts'
import type { ChannelEndpoints } from './channel-endpoints.ts'

export interface ChannelRowProps {
  readonly channel: ChannelEntry
  /** Undefined for a kind that is no longer in the build. */
  readonly kind: ChannelKind | undefined
  readonly endpoints: ChannelEndpoints
  /** Shown after the kind. */
  readonly details?: string
  /** Makes the dialog that changes it. */
  readonly edit: (kind: ChannelKind, onClose: () => void) => ReactNode
}

const tones: Readonly<Record<ChannelEntry['state'], BadgeTone>> = {
  unproven: 'warning',
  working: 'positive',
  failing: 'danger',
  off: 'neutral',
}

/** One channel: state, test message and actions. */
export function ChannelRow({ channel, kind, endpoints, details, edit }: ChannelRowProps) {
  const { t } = useTranslation()
  const [doing, setDoing] = useState<'edit' | 'delete' | null>(null)
  const { id, name, state, error } = channel
  const onError = useFailureToast()
  const change = useMutation(endpoints.change, { invalidates: [endpoints.list], onError })
  const remove = useMutation(endpoints.remove, { invalidates: [endpoints.list, ...endpoints.listsUsing] })
  const test = useTest(endpoints, name)
  const shownDetails = [kind?.title ?? t('notifications.channels.gone'), details].filter(Boolean).join(' · ')
  return (
    <li className="group flex flex-wrap items-center gap-3 px-4 py-3">
      <Icon name={kind?.icon ?? 'unplug'} className="text-subtle" />
      <div className="min-w-0 grow basis-48">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          {name}
          <Badge tone={tones[state]} dot>
            {t(`notifications.channels.states.${state}`)}
          </Badge>
        </p>
        <p className="text-xs text-subtle wrap-anywhere">{error ?? shownDetails}</p>
      </div>
      <div className="ml-auto flex items-center gap-3">
        {kind !== undefined && (
          <Toggle
            calls={endpoints.change}
            label={t('notifications.channels.use', { name })}
            checked={state !== 'off'}
            onChange={(isOn) => change.mutate({ id, isOn })}
          />
        )}
        <RowMenu name={name} busy={test.isPending}>
          {kind !== undefined && (
            <>
              <MenuItem calls={endpoints.test} icon="send" onSelect={() => test.mutate({ id })}>
                {t('notifications.channels.test')}
              </MenuItem>
              <MenuItem calls={endpoints.change} icon="pencil" onSelect={() => setDoing('edit')}>
                {t('notifications.channels.edit')}
              </MenuItem>
            </>
          )}
          <MenuItem calls={endpoints.remove} icon="trash" danger onSelect={() => setDoing('delete')}>
            {t('notifications.channels.deleteIt')}
          </MenuItem>
        </RowMenu>
      </div>
      {doing === 'edit' && kind !== undefined && edit(kind, () => setDoing(null))}
      <ConfirmDelete
        calls={endpoints.remove}
        open={doing === 'delete'}
        onClose={() => setDoing(null)}
        name={name}
        title={t('notifications.channels.delete', { name })}
        onConfirm={() => remove.mutateAsync({ id })}
      >
        {t('notifications.channels.deleteMeans')}
      </ConfirmDelete>
    </li>
  )
}

/** Sends a test message, and says whether it arrived. */
function useTest(endpoints: ChannelEndpoints, name: string) {
  const { t } = useTranslation()
  const toast = useToast()
  return useMutation(endpoints.test, {
    invalidates: [endpoints.list],
    onError: useFailureToast(),
    onSuccess: ({ error }) =>
      error === null
        ? toast({ tone: 'positive', title: t('notifications.channels.arrived', { name }) })
        : toast({ tone: 'danger', title: t('notifications.channels.lost', { name }), description: error }),
  })
}
