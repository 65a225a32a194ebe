import { useState } from 'react'
import {
  Badge,
  Button,
  Confirm,
  EmptyState,
  HelpLink,
  MenuItem,
  PageHeader,
  RowList,
  type RowListProps,
  RowMenu,
  useBreadcrumb,
  useCommand,
  useMutation,
  useQuery,
  useTranslation,
} from '@host/plugin-sdk'
import { deleteSignature, listSignatures, writingLimits, type Signature } from '../../shared.ts'
import { SignatureDialog } from './SignatureDialog.tsx'

/** The signatures of the member. */
export default function SignaturesPage() {
  const { t } = useTranslation()
  useBreadcrumb(t('mail.signatures.title'))
  const { data, error } = useQuery(listSignatures, undefined, { errors: 'list' })
  const [edited, setEdited] = useState<Signature | 'new'>()
  const [doomed, setDoomed] = useState<Signature>()
  const remove = useMutation(deleteSignature, { invalidates: [listSignatures] })
  const mayAdd = data !== undefined && data.items.length < writingLimits.signatures
  const label = t('mail.signatures.create')
  useCommand({
    id: 'mail.signatures.create',
    label,
    icon: 'plus',
    keys: 'c',
    enabled: mayAdd,
    run: () => setEdited('new'),
  })
  return (
    <>
      <PageHeader
        title={t('mail.signatures.title')}
        description={t('mail.signatures.description')}
        actions={
          <>
            <HelpLink slug="writing-emails" />
            {mayAdd && (
              <Button variant="primary" icon="plus" onClick={() => setEdited('new')}>
                {label}
              </Button>
            )}
          </>
        }
      />
      <Signatures list={{ items: data?.items, error }} onEdit={setEdited} onDelete={setDoomed} />
      {edited !== undefined && (
        <SignatureDialog signature={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
      <Confirm
        open={doomed !== undefined}
        onClose={() => setDoomed(undefined)}
        title={t('mail.signatures.delete')}
        confirmLabel={t('mail.signatures.delete')}
        variant="danger"
        onConfirm={() => remove.mutateAsync({ id: doomed?.id ?? '' })}
      >
        {t('mail.signatures.deleteMeans')}
      </Confirm>
    </>
  )
}

interface SignaturesProps {
  readonly list: RowListProps<Signature>['list']
  readonly onEdit: (signature: Signature) => void
  readonly onDelete: (signature: Signature) => void
}

function Signatures({ list, onEdit, onDelete }: SignaturesProps) {
  const { t } = useTranslation()
  const empty = <EmptyState title={t('mail.signatures.none')}>{t('mail.signatures.noneHelp')}</EmptyState>
  return (
    <RowList list={list} rowKey={({ id }) => id} empty={empty}>
      {(signature) => (
        <li className="group flex items-center gap-3 py-2">
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium">{signature.name}</span>
            <span className="block truncate text-sm text-muted">{signature.text.replaceAll('\n', ' · ')}</span>
          </span>
          {signature.isDefault && <Badge>{t('mail.signatures.default')}</Badge>}
          <RowMenu name={signature.name}>
            <MenuItem icon="pencil" onSelect={() => onEdit(signature)}>
              {t('mail.signatures.edit')}
            </MenuItem>
            <MenuItem icon="trash" danger onSelect={() => onDelete(signature)}>
              {t('mail.signatures.delete')}
            </MenuItem>
          </RowMenu>
        </li>
      )}
    </RowList>
  )
}
