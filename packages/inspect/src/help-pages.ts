import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { limits } from '@host/plugin'
import { helpCategories } from '@host/plugin/platform'

const fileName = /^([a-z0-9][a-z0-9-]{0,99})(\.zh)?\.mdx$/
const keys = ['title', 'category', 'order', 'feature']

/** A plugin brings no more pages than this, translations counted apart. */
const mostFiles = 1000

/** A folder of help pages, read. Problems are texts that begin with the file's path. */
export interface HelpPages {
  /** Contents by file name: folders do not matter to a page. */
  readonly files: ReadonlyMap<string, Buffer>
  readonly problems: readonly string[]
}

/** Reads and checks the help pages below a folder. */
export function readHelpPages(folder: string, home: string): HelpPages {
  const unfit = folderProblem(folder, home)
  if (unfit !== undefined) return { files: new Map(), problems: [unfit] }
  const files = new Map<string, Buffer>()
  const problems: string[] = []
  for (const path of listFiles(folder)) {
    const name = path.slice(path.lastIndexOf('/') + 1)
    const where = `page ${relative(home, join(folder, path))}, which`
    const content = readFileSync(join(folder, path))
    if (!path.endsWith('.mdx')) continue
    if (!fileName.test(name)) {
      problems.push(
        `${where} has an invalid name: use <slug>.mdx or <slug>.zh.mdx with lowercase letters, digits, and hyphens`,
      )
    }
    if (files.has(name)) {
      problems.push(`${where} has the same name as another page: folders don't count, so choose another name`)
    }
    problems.push(...checkFrontmatter(content.toString('utf8')).map((problem) => `${where} ${problem}`))
    files.set(name, content)
  }
  if (files.size > mostFiles) problems.push(`pages in ${files.size} files, more than the maximum of ${mostFiles}`)
  for (const name of files.keys()) {
    const page = name.replace(/\.zh\.mdx$/, '.mdx')
    if (!files.has(page)) problems.push(`page ${name}, which translates a missing page: add ${page}`)
  }
  return { files, problems }
}

// Pages are read on the operator's machine, and a plugin has no business beyond its own folder there.
function folderProblem(folder: string, home: string): string | undefined {
  const path = relative(home, folder)
  if (path.startsWith('..')) return `folder ${path}, which is outside the package: use a folder inside it`
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found === undefined) return `folder ${path}, which does not exist: add it, or remove "helpDocsFS"`
  return found.isDirectory() ? undefined : `folder ${path}, which is a file: use the folder that contains the pages`
}

function listFiles(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .toSorted()
}

/** Problems of a page's frontmatter: `title`, `category`, and optionally `order` and `feature`, each one line. */
export function checkFrontmatter(file: string): string[] {
  const text = file.replace(/^\uFEFF/, '')
  const block = /^---\r?\n(.*?)\r?\n---(\r?\n|$)/s.exec(text)?.[1]
  if (block === undefined) {
    return ['has no frontmatter: add title, category, and order between two --- lines']
  }
  const fields = new Map<string, string>()
  const problems: string[] = []
  for (const line of block.split(/\r?\n/).filter((each) => each.trim() !== '' && !each.startsWith('#'))) {
    const [, key, value] = /^([A-Za-z]+):\s*(.*?)\s*$/.exec(line) ?? []
    if (key === undefined || value === undefined) {
      problems.push(`has the frontmatter line ${JSON.stringify(line.slice(0, 100))}: use <key>: <value>`)
    } else if (!keys.includes(key)) problems.push(`has the unknown frontmatter key "${key}": use ${keys.join(', ')}`)
    else fields.set(key, unquote(value))
  }
  if (text.length > limits.helpPage) problems.push(`has more than ${limits.helpPage} characters: split it`)
  return [...problems, ...checkFields(fields)]
}

function checkFields(fields: ReadonlyMap<string, string>): string[] {
  const problems: string[] = []
  const category = fields.get('category')
  const order = fields.get('order')
  const title = fields.get('title') ?? ''
  if (title === '') problems.push('has no title: add title: <text>')
  if (title.length > 200) problems.push('has a title of more than 200 characters: shorten it')
  if (category === undefined) problems.push(`has no category: use one of ${helpCategories().join(', ')}`)
  else if (!(helpCategories() as readonly string[]).includes(category)) {
    problems.push(`has the unknown category "${category}": use one of ${helpCategories().join(', ')}`)
  }
  if (order !== undefined && !/^-?\d+(\.\d+)?$/.test(order)) problems.push(`has the order "${order}": use a number`)
  const feature = fields.get('feature')
  if (feature !== undefined && !/^[a-z][a-z0-9-]{1,30}$/.test(feature)) {
    problems.push(`has the feature "${feature}": use a feature key, such as webhooks`)
  }
  return problems
}

function unquote(value: string): string {
  return /^(["'])(.*)\1$/.exec(value)?.[2] ?? value
}
