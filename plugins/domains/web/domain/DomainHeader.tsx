import { useState } from 'react'
import {
  Button,
  ErrorNote,
  hasRole,
  IconButton,
  Menu,
  MenuItem,
  PageHeader,
  useMutation,
  useSession,
  useTranslation,
} from '@host/plugin-sdk'
import { listDomains, readDomain, verifyDomain, type DomainDetails } from '../../shared.ts'
import { DomainState } from '../DomainState.tsx'
import { RemoveDomain } from './RemoveDomain.tsx'

/** The name of a domain, its state and its actions. */
export function DomainHeader({ domain }: { readonly domain: DomainDetails }) {
  const { t } = useTranslation()
  const { role } = useSession()
  const [isRemoving, setRemoving] = useState(false)
  const { id, name, asciiName, state } = domain
  const { mutate, isPending, error } = useMutation(verifyDomain, { invalidates: [readDomain, listDomains] })
  return (
    <>
      <PageHeader
        title={
          <span className="flex flex-wrap items-center gap-3">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <DomainState state={state} />
          </span>
        }
        description={name === asciiName ? undefined : <span className="wrap-anywhere">{asciiName}</span>}
        actions={
          <>
            <Button
              variant={state === 'verified' ? 'secondary' : 'primary'}
              icon="refresh-cw"
              busy={isPending}
              onClick={() => mutate({ id })}
            >
              {t('domains.verify')}
            </Button>
            {hasRole(role ?? undefined, 'admin') && (
              <Menu trigger={<IconButton icon="ellipsis" label={t('domains.more')} />} align="end">
                <MenuItem icon="trash" danger onSelect={() => setRemoving(true)}>
                  {t('domains.remove.title')}
                </MenuItem>
              </Menu>
            )}
          </>
        }
      />
      <ErrorNote error={error} />
      <RemoveDomain domain={domain} isAsked={isRemoving} onClose={() => setRemoving(false)} />
    </>
  )
}
