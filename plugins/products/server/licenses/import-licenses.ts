import { withinPlan, type EndpointInput } from '@host/plugin'
import { csvRows } from '@host/plugin/platform'
import { isDisplayName } from '@host/plugin/wire'
import { licenseLimits, type importLicenses } from '../../shared.ts'
import { wrongField } from '../refuse.ts'
import { requireProduct, type Caller } from './create-licenses.ts'
import { issueLicenses, type LicenseParts, type NewLicense } from './issue-licenses.ts'
import { keyHash } from './license-rows.ts'
import { usualTerms, withTerms, type Terms } from './license-terms.ts'
import { countMoreLicenses, licensesQuota } from './licenses-quota.ts'

type Imported = NewLicense & { readonly imported: string }

const step = 100

/** Adds the licenses of a file, all or none. @throws Problem `not_found`, `invalid_input`, `quota_exceeded` */
export async function importLicensesOf(
  parts: LicenseParts,
  { db, orgId, audit }: Caller,
  { productId, csv }: EndpointInput<typeof importLicenses>,
): Promise<{ added: number; known: number }> {
  await requireProduct(db, productId)
  const rows = readRows(csv, productId, await usualTerms(db, productId))
  return await withinPlan(parts.ctx, { db, orgId, quota: licensesQuota }, async (tx, allow) => {
    // Locks the total, so that two imports of one file at once add its keys once.
    const before = await countMoreLicenses(tx, 0)
    const known = new Set<string>()
    for (let at = 0; at < rows.length; at += step) {
      const hashes = rows.slice(at, at + step).map(({ imported }) => keyHash(imported))
      const found = tx.selectFrom('products_license_texts').select('hash').where('hash', 'in', hashes)
      for (const { hash } of await found.execute()) known.add(hash)
    }
    const added = rows.filter(({ imported }) => !known.has(keyHash(imported)))
    allow(before + added.length, added.length)
    await countMoreLicenses(tx, added.length)
    audit.describe({
      target: `product:${productId}`,
      after: { added: added.length, known: rows.length - added.length },
    })
    for (let at = 0; at < added.length; at += step) {
      await issueLicenses(parts, { tx, orgId }, added.slice(at, at + step))
    }
    return { added: added.length, known: rows.length - added.length }
  })
}

/** @throws Problem `invalid_input` */
function readRows(csv: string, product_id: string, terms: Terms): readonly Imported[] {
  let columns: readonly string[] | undefined
  const licenses = new Map<string, Imported>()
  let rows = 0
  for (const row of csvRows(csv, { row: 2_000, cells: 10, cell: 500 })) {
    if (row === undefined) continue
    if ('reason' in row) throw wrongField('csv', wrongLine(row.line))
    if (columns === undefined) {
      columns = row.cells.map((cell) => cell.trim())
      if (!columns.includes('key')) throw wrongField('csv', noKey)
      continue
    }
    rows += 1
    if (rows > licenseLimits.importRows) throw wrongField('csv', tooMany)
    const cells = Object.fromEntries(columns.map((name, at) => [name, row.cells[at]?.trim() ?? '']))
    const license = readLicense(cells, product_id, terms)
    if (license === undefined) throw wrongField('csv', wrongLine(row.line))
    licenses.set(keyHash(license.imported), license)
  }
  return [...licenses.values()]
}

/** Undefined for a line with a value that is too long or not of its kind. */
function readLicense(
  { key = '', email = '', name = '', expiresAt = '', maxMachines = '' }: Readonly<Record<string, string>>,
  product_id: string,
  terms: Terms,
): Imported | undefined {
  const isKey = key.length >= 8 && key.length <= licenseLimits.importedKey
  const isCustomer = email.length <= licenseLimits.email && name.length <= licenseLimits.customerName
  const isShown = [key, email, name].every((text) => text === '' || isDisplayName(text))
  const expires = expiresAt === '' ? null : Date.parse(expiresAt)
  const most = maxMachines === '' ? undefined : Number(maxMachines)
  const isCount = most === undefined || (/^\d{1,9}$/.test(maxMachines) && most >= 1 && most <= licenseLimits.machines)
  if (!isKey || !isCustomer || !isShown || Number.isNaN(expires) || !isCount) return undefined
  const expires_at = expires === null ? null : new Date(expires).toISOString()
  return {
    product_id,
    email: email.toLowerCase(),
    name,
    expires_at,
    imported: key,
    ...withTerms(terms, { maxMachines: most }),
  }
}

function wrongLine(line: number) {
  return {
    en: `Line ${line} can't be imported. Keys have 8 to ${licenseLimits.importedKey} characters, and dates are ISO 8601.`,
    zh: `第 ${line} 行无法导入。密钥须为 8 到 ${licenseLimits.importedKey} 个字符，日期须为 ISO 8601 格式。`,
  }
}

const noKey = { en: 'The file needs a column named key.', zh: '文件需要名为 key 的列。' }
const tooMany = {
  en: `Import at most ${licenseLimits.importRows} licenses at a time.`,
  zh: `一次最多导入 ${licenseLimits.importRows} 个许可证。`,
}
