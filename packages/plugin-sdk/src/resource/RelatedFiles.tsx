import type { Upload, UploadInput } from '@host/client'
import { fillPath, parsePattern, type AnyResource, type Download } from '@host/plugin/wire'
import { ErrorNote } from '../components/ErrorNote.tsx'
import { Panel } from '../components/Panel.tsx'
import { SkeletonRows } from '../components/Skeleton.tsx'
import { usePermission } from '../hooks/usePermission.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useListQuery } from '../query/useListQuery.ts'
import { useMutation } from '../query/useMutation.ts'
import { FileField } from '../uploads/FileField.tsx'
import { FileList, type ListedFile } from '../uploads/FileList.tsx'
import { textOf } from './field-reading.ts'
import { MoreRecords } from './MoreRecords.tsx'
import { recordEndpoints, type AnyRecord } from './record-endpoints.ts'

export interface RelatedFilesProps {
  /** A resource with the fields `name` and `size`, in bytes. */
  readonly resource: AnyResource
  /** The reference field that names the record of the page, and its wildcard or field in the upload. */
  readonly by: string
  /** The id of that record. */
  readonly id: string
  readonly upload: Upload
  /** Answers a file by its `{id}`. */
  readonly download: Download
}

/**
 * The files of the record of a page: to download, to add by drop, paste or choice, and to delete.
 * @example <RelatedFiles resource={files} by="deal" id={id} upload={addFile} download={downloadFile} />
 * @since 1.0.0
 */
export function RelatedFiles({ resource, by, id, upload, download }: RelatedFilesProps) {
  const { t, language } = useTranslation()
  const { list, remove } = recordEndpoints(resource)
  const records = useListQuery(list, { [by]: id, sort: '-createdAt' })
  const { mutateAsync } = useMutation(remove, { invalidates: [list] })
  const [mayAdd, mayDelete] = [usePermission(upload), usePermission(remove)]
  const { items, error } = records
  const label = resource.label.many[language]
  const input = { [by]: id } as Omit<UploadInput<Upload>, 'file'>
  return (
    <Panel title={label}>
      <div className="flex flex-col gap-3">
        {items === undefined && (error === null ? <SkeletonRows rows={1} /> : <ErrorNote error={error} />)}
        <FileList
          label={label}
          files={items?.map((record) => listedFile(record, download)) ?? []}
          {...(mayDelete && { onDelete: (file) => mutateAsync({ id: file.id }) })}
        />
        <MoreRecords records={records} />
        {mayAdd && <FileField label={t('sdk.resource.addFiles')} upload={upload} input={input} invalidates={[list]} />}
      </div>
    </Panel>
  )
}

function listedFile({ id, name, size, type }: AnyRecord, { pattern }: RelatedFilesProps['download']): ListedFile {
  const href = fillPath(parsePattern(pattern), { id })
  return { id, name: textOf(name), size: Number(size), type: textOf(type), href }
}
