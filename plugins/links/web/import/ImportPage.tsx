import { HelpLink, PageHeader, useBreadcrumb, useSearch, useTranslation } from '@host/plugin-sdk'
import { ChooseFile } from './ChooseFile.tsx'
import { KnownImport } from './KnownImport.tsx'

/** Imports links of another system: a file, its columns, a check, and the result. The address has the import. */
export default function ImportPage() {
  const { t } = useTranslation()
  const [search, setSearch] = useSearch()
  useBreadcrumb(t('links.import.title'))
  const id = search.get('id')
  return (
    <>
      <PageHeader
        title={t('links.import.title')}
        description={t('links.import.description')}
        actions={<HelpLink slug="link-import" />}
      />
      {id === null ? (
        <ChooseFile onCreated={(link) => setSearch({ id: link.id })} />
      ) : (
        <KnownImport key={id} id={id} onAgain={() => setSearch({ id: undefined })} />
      )}
    </>
  )
}
