import { Form, Modal, useMutation, useSession, useTranslation } from '@host/plugin-sdk'
import { roles, type Role } from '@host/plugin-sdk'
import type { MintedToken } from '../shared.ts'
import { AddressLines } from './AddressLines.tsx'
import { LifetimeSelect } from './LifetimeSelect.tsx'
import { ScopePicker } from './ScopePicker.tsx'
import { createInstanceToken, createToken } from '../shared.ts'
import type { TokenSource } from './token-source.ts'

export interface CreateTokenProps {
  readonly source: TokenSource
  readonly onClose: () => void
  readonly onMinted: (minted: MintedToken) => void
}

/** Creates a token: name, scopes, expiry and allowed addresses. */
export function CreateToken(props: CreateTokenProps) {
  const { t } = useTranslation()
  return (
    <Modal
      open
      onClose={props.onClose}
      size="large"
      title={t('api-tokens.create')}
      description={t('api-tokens.createHelp')}
    >
      {props.source.kind === 'workspace' ? <OfWorkspace {...props} /> : <OfInstance {...props} />}
    </Modal>
  )
}

function OfWorkspace({ source, onClose, onMinted }: CreateTokenProps) {
  const { t } = useTranslation()
  const { role } = useSession()
  const fields = useTokenFields(source)
  const lower = roles.slice(roles.indexOf(role ?? 'member'))
  const options = lower.map((value: Role) => ({ value, label: t(`api-tokens.role.${value}`) }))
  const { mutateAsync } = useMutation(createToken, {
    invalidates: [source.list],
    onSuccess: (minted) => handOver(minted, onClose, onMinted),
  })
  const roleField = {
    label: t('api-tokens.roleCap'),
    hint: t('api-tokens.roleCapHint'),
    options,
    required: true,
    isAdvanced: true,
  }
  return (
    <Form
      source={createToken}
      fields={{ name: fields.name, scopes: fields.scopes, ...fields.bounds, role: roleField }}
      values={{ ...initial, role: role ?? 'member' }}
      onSubmit={mutateAsync}
      submitLabel={t('api-tokens.create')}
      onCancel={onClose}
    />
  )
}

function OfInstance({ source, onClose, onMinted }: CreateTokenProps) {
  const { t } = useTranslation()
  const fields = useTokenFields(source)
  const { mutateAsync } = useMutation(createInstanceToken, {
    invalidates: [source.list],
    onSuccess: (minted) => handOver(minted, onClose, onMinted),
  })
  return (
    <Form
      source={createInstanceToken}
      fields={{ name: fields.name, scopes: fields.scopes, ...fields.bounds }}
      values={initial}
      onSubmit={mutateAsync}
      submitLabel={t('api-tokens.create')}
      onCancel={onClose}
    />
  )
}

const initial = { expiresInDays: 90, addresses: [] }

function handOver(minted: MintedToken, onClose: () => void, onMinted: (minted: MintedToken) => void): void {
  onClose()
  onMinted(minted)
}

function useTokenFields(source: TokenSource) {
  const { t } = useTranslation()
  return {
    name: { label: t('api-tokens.name'), hint: t('api-tokens.nameHint') },
    scopes: {
      label: t('api-tokens.scopes'),
      hint: t('api-tokens.scopesHint'),
      render: ({ value, onChange }: Control<string[] | undefined>) => (
        <ScopePicker source={source} value={value} onChange={onChange} />
      ),
    },
    bounds: {
      expiresInDays: {
        label: t('api-tokens.lifetime'),
        render: ({ value, onChange }: Control<number | null | undefined>) => (
          <LifetimeSelect value={value} onChange={onChange} />
        ),
      },
      addresses: {
        label: t('api-tokens.addresses'),
        hint: t('api-tokens.addressesHint'),
        isAdvanced: true,
        render: ({ value, onChange }: Control<string[] | undefined>) => (
          <AddressLines value={value ?? []} onChange={onChange} />
        ),
      },
    },
  }
}

interface Control<Value> {
  readonly value: Value
  readonly onChange: (value: Value) => void
}
