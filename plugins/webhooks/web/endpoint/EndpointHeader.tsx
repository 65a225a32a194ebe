import { useState } from 'react'
import {
  Button,
  IconButton,
  Menu,
  MenuItem,
  MenuSeparator,
  PageHeader,
  useMutation,
  useTranslation,
} from '@host/plugin-sdk'
import {
  changeEndpoint,
  deleteEndpoint,
  listEndpoints,
  readEndpoint,
  rotateSecret,
  type WebhookEndpoint,
} from '../../shared.ts'
import { EndpointState } from '../EndpointState.tsx'
import { EndpointDialogs, type EndpointDialogName } from './EndpointDialogs.tsx'

export interface EndpointHeaderProps {
  readonly endpoint: WebhookEndpoint
  /** A replay of many has begun. */
  readonly onReplaying: (jobId: string) => void
}

/** The name of an endpoint, its state and its actions. */
export function EndpointHeader({ endpoint, onReplaying }: EndpointHeaderProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<EndpointDialogName | null>(null)
  const { id, url, description, isEnabled } = endpoint
  const enable = useMutation(changeEndpoint, { invalidates: [readEndpoint, listEndpoints] })
  const more = <IconButton icon="ellipsis" label={t('webhooks.more')} />
  return (
    <>
      <PageHeader
        title={
          <span className="flex flex-wrap items-center gap-3">
            <span className="min-w-0 wrap-anywhere">{description === '' ? url : description}</span>
            <EndpointState endpoint={endpoint} />
          </span>
        }
        description={description === '' ? undefined : <span className="wrap-anywhere">{url}</span>}
        actions={
          <>
            {isEnabled ? (
              <Button icon="send" onClick={() => setOpen('test')}>
                {t('webhooks.test.title')}
              </Button>
            ) : (
              <Button
                calls={changeEndpoint}
                variant="primary"
                icon="play"
                busy={enable.isPending}
                onClick={() => enable.mutate({ id, isEnabled: true })}
              >
                {t('webhooks.enable')}
              </Button>
            )}
            <Menu trigger={more} align="end">
              <MenuItem calls={changeEndpoint} icon="pencil" onSelect={() => setOpen('edit')}>
                {t('webhooks.edit')}
              </MenuItem>
              <MenuItem icon="rotate-ccw-clock" disabled={!isEnabled} onSelect={() => setOpen('replay')}>
                {t('webhooks.replay.many')}
              </MenuItem>
              <MenuItem calls={rotateSecret} icon="refresh-cw" onSelect={() => setOpen('rotate')}>
                {t('webhooks.rotate.title')}
              </MenuItem>
              {isEnabled && (
                <MenuItem calls={changeEndpoint} icon="circle-pause" onSelect={() => setOpen('disable')}>
                  {t('webhooks.disable.title')}
                </MenuItem>
              )}
              <MenuSeparator />
              <MenuItem calls={deleteEndpoint} icon="trash" danger onSelect={() => setOpen('delete')}>
                {t('webhooks.delete.title')}
              </MenuItem>
            </Menu>
          </>
        }
      />
      <EndpointDialogs endpoint={endpoint} open={open} onClose={() => setOpen(null)} onReplaying={onReplaying} />
    </>
  )
}
