import { useState } from 'react'
import { BulkBar, Button, Confirm, Menu, MenuItem, useTranslation } from '@host/plugin-sdk'
import { changeLinks, deleteLinks, type Link } from '../../shared.ts'
import { BulkExpiry } from './BulkExpiry.tsx'
import { BulkFolder } from './BulkFolder.tsx'
import { BulkTags } from './BulkTags.tsx'
import { useBulk, type BulkChange, type BulkChoice } from './useBulk.ts'

/** Changes of all chosen links at once. */
export function LinksBulkBar(choice: BulkChoice) {
  const { t } = useTranslation()
  const { selection, links } = choice
  const bulk = useBulk(choice)
  const [dialog, setDialog] = useState<'tags' | 'folder' | 'expiry'>()
  const [deleting, setDeleting] = useState<readonly Link[]>()
  const change = (wanted: BulkChange) => void bulk.attempt(() => bulk.changeAll(wanted))
  const close = () => setDialog(undefined)
  return (
    <>
      <BulkBar selection={selection} loaded={links.items?.length ?? 0} hasMore={links.hasMore} total={links.total}>
        <Menu trigger={<Button size="compact">{t('links.bulk.change')}</Button>} side="top" align="start">
          <MenuItem calls={changeLinks} onSelect={() => change({ isEnabled: true })}>
            {t('links.bulk.enable')}
          </MenuItem>
          <MenuItem calls={changeLinks} onSelect={() => change({ isEnabled: false })}>
            {t('links.bulk.disable')}
          </MenuItem>
          <MenuItem calls={changeLinks} onSelect={() => change({ isArchived: true })}>
            {t('links.bulk.archive')}
          </MenuItem>
          <MenuItem calls={changeLinks} onSelect={() => change({ isArchived: false })}>
            {t('links.bulk.restore')}
          </MenuItem>
          <MenuItem calls={changeLinks} onSelect={() => setDialog('tags')}>
            {t('links.bulk.tags')}
          </MenuItem>
          <MenuItem calls={changeLinks} onSelect={() => setDialog('folder')}>
            {t('links.bulk.folder')}
          </MenuItem>
          <MenuItem calls={changeLinks} onSelect={() => setDialog('expiry')}>
            {t('links.bulk.expiry')}
          </MenuItem>
        </Menu>
        <Button
          calls={deleteLinks}
          size="compact"
          variant="danger"
          icon="trash"
          busy={bulk.isBusy}
          onClick={() => void bulk.attempt(async () => setDeleting(await bulk.chosen()))}
        >
          {t('links.bulk.delete')}
        </Button>
      </BulkBar>
      {dialog === 'tags' && <BulkTags onChange={bulk.changeAll} onClose={close} />}
      {dialog === 'folder' && <BulkFolder onChange={bulk.changeAll} onClose={close} />}
      {dialog === 'expiry' && <BulkExpiry onChange={bulk.changeAll} onClose={close} />}
      {deleting !== undefined && (
        <DeleteChosen links={deleting} onDelete={bulk.removeAll} onClose={() => setDeleting(undefined)} />
      )}
    </>
  )
}

interface DeleteChosenProps {
  readonly links: readonly Link[]
  readonly onDelete: (links: readonly Link[]) => Promise<void>
  readonly onClose: () => void
}

function DeleteChosen({ links, onDelete, onClose }: DeleteChosenProps) {
  const { t } = useTranslation()
  const printed = links.filter(({ printedAt }) => printedAt !== null).length
  return (
    <Confirm
      open
      onClose={onClose}
      title={t('links.bulk.deleteTitle', { count: links.length })}
      confirmLabel={t('links.bulk.delete')}
      variant="danger"
      onConfirm={() => onDelete(links)}
    >
      {t('links.bulk.deleteMeans', { count: links.length })}{' '}
      {printed > 0 && t('links.bulk.deletesPrinted', { count: printed })}
    </Confirm>
  )
}
