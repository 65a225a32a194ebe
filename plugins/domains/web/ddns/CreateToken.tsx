import {
  Alert,
  ButtonLink,
  ErrorNote,
  Form,
  Modal,
  Select,
  useListQuery,
  useMutation,
  useTranslation,
} from '@host/plugin-sdk'
import {
  createDdnsToken,
  ddnsTypes,
  listDdnsTokens,
  listZones,
  type DdnsType,
  type NewDdnsToken,
  type Zone,
} from '../../shared.ts'
import { NameLines } from './NameLines.tsx'

export interface CreateTokenProps {
  readonly onClose: () => void
  readonly onCreated: (token: NewDdnsToken) => void
}

/** Creates a token for names of a zone. */
export function CreateToken(props: CreateTokenProps) {
  const { t } = useTranslation()
  const { items, error } = useListQuery(listZones, { limit: 100 }, { errors: 'page' })
  // A dialog that grows would move its fields.
  if (items === undefined && error === null) return null
  return (
    <Modal open onClose={props.onClose} title={t('domains.ddns.create')} description={t('domains.ddns.createHelp')}>
      <ErrorNote error={error} />
      {items?.length === 0 && <NoZone />}
      {items !== undefined && items.length > 0 && <TokenForm {...props} zones={items} />}
    </Modal>
  )
}

function NoZone() {
  const { t } = useTranslation()
  const link = (
    <ButtonLink to="/domains/zones?add=1" size="compact">
      {t('domains.zones.add')}
    </ButtonLink>
  )
  return (
    <Alert title={t('domains.zones.none')} action={link}>
      {t('domains.ddns.needsZone')}
    </Alert>
  )
}

/** Choices of types, by the text of the option. */
const typeChoices: Readonly<Record<string, DdnsType[]>> = { both: [...ddnsTypes], A: ['A'], AAAA: ['AAAA'] }

function TokenForm({ zones, onClose, onCreated }: CreateTokenProps & { readonly zones: readonly Zone[] }) {
  const { t } = useTranslation()
  const { mutateAsync } = useMutation(createDdnsToken, {
    invalidates: [listDdnsTokens],
    onSuccess(created) {
      onClose()
      onCreated(created)
    },
  })
  const choiceOf = (types: readonly DdnsType[] = ddnsTypes) => (types.length > 1 ? 'both' : (types[0] ?? 'both'))
  return (
    <Form
      source={createDdnsToken}
      fields={{
        name: { label: t('domains.ddns.name'), hint: t('domains.ddns.nameHint') },
        zoneId: {
          label: t('domains.zones.zone'),
          control: 'combobox',
          options: zones.map(({ id, name }) => ({ value: id, label: name })),
        },
        names: {
          label: t('domains.ddns.names'),
          hint: t('domains.ddns.namesHint'),
          render: ({ value, onChange }) => <NameLines value={value} onChange={onChange} />,
        },
        types: {
          label: t('domains.ddns.types'),
          render: ({ value, onChange }) => (
            <Select
              value={choiceOf(value)}
              options={Object.keys(typeChoices).map((each) => ({ value: each, label: t(`domains.ddns.type.${each}`) }))}
              onChange={(choice) => onChange(typeChoices[choice] ?? [...ddnsTypes])}
            />
          ),
        },
      }}
      values={{ zoneId: zones[0]?.id ?? '', types: [...ddnsTypes] }}
      onSubmit={mutateAsync}
      submitLabel={t('domains.ddns.create')}
      onCancel={onClose}
    />
  )
}
