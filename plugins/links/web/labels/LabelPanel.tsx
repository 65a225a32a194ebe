import { useState } from 'react'
import {
  Button,
  EmptyState,
  ErrorNote,
  Link as PageLink,
  LoadingRegion,
  MenuItem,
  Panel,
  RowMenu,
  Skeleton,
  useQuery,
  useTranslation,
} from '@host/plugin-sdk'
import type { Label } from '../../shared.ts'
import { DeleteLabel } from './DeleteLabel.tsx'
import { labelEndpoints, type LabelKind } from './label-endpoints.ts'
import { CreateLabel, RenameLabel } from './LabelForms.tsx'

/** The tags, or the folders, with everything that can be done with them. */
export function LabelPanel({ kind }: { readonly kind: LabelKind }) {
  const { t } = useTranslation()
  const [isCreating, setCreating] = useState(false)
  const { data, error, refetch } = useQuery(labelEndpoints[kind].list, undefined, { errors: 'list' })
  return (
    <Panel
      title={t(`links.labels.${kind}.title`)}
      actions={
        <Button size="compact" icon="plus" onClick={() => setCreating(true)}>
          {t(`links.labels.${kind}.create`)}
        </Button>
      }
    >
      <ErrorNote error={error} onRetry={() => void refetch()} />
      {data !== undefined ? (
        <Labels kind={kind} labels={data.items} />
      ) : error === null ? (
        <LoadingRegion>
          <Skeleton className="h-24 w-full" />
        </LoadingRegion>
      ) : null}
      {isCreating && <CreateLabel kind={kind} onClose={() => setCreating(false)} />}
    </Panel>
  )
}

function Labels({ kind, labels }: { readonly kind: LabelKind; readonly labels: readonly Label[] }) {
  const { t } = useTranslation()
  if (labels.length === 0) {
    return <EmptyState title={t(`links.labels.${kind}.none`)}>{t(`links.labels.${kind}.noneHelp`)}</EmptyState>
  }
  return (
    <ul className="divide-y divide-line">
      {labels.map((label) => (
        <li key={label.id} className="group flex items-center gap-2 py-2">
          <LabelRow kind={kind} label={label} />
        </li>
      ))}
    </ul>
  )
}

function LabelRow({ kind, label }: { readonly kind: LabelKind; readonly label: Label }) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<'rename' | 'delete'>()
  const close = () => setDialog(undefined)
  const { id, name } = label
  const query = kind === 'tags' ? { tag: name } : { folderId: id }
  return (
    <>
      <PageLink
        to={`/links?${new URLSearchParams(query).toString()}`}
        className="min-w-0 flex-1 wrap-anywhere hover:underline"
      >
        {name}
      </PageLink>
      <RowMenu name={name}>
        <MenuItem icon="pencil" onSelect={() => setDialog('rename')}>
          {t('links.labels.rename')}
        </MenuItem>
        <MenuItem icon="trash" danger onSelect={() => setDialog('delete')}>
          {t(`links.labels.${kind}.delete`)}
        </MenuItem>
      </RowMenu>
      {dialog === 'rename' && <RenameLabel kind={kind} label={label} onClose={close} />}
      {dialog === 'delete' && <DeleteLabel kind={kind} label={label} onClose={close} />}
    </>
  )
}
