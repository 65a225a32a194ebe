/**
 * One query on its way to SQL. The text is written while the tree is read, so the checked tree is the one that runs.
 *
 * Fails closed: a node whose kind has no emitter is refused, and so is every word that would be written verbatim
 * (operators, functions, types, join kinds) unless it is in a list.
 *
 * A value in the place of a table (in `from`, after `in`) must be a select, a list or a name that was looked up: any
 * expression written there could be read as the name of a table.
 *
 * Names follow SQL's lexical rule: a frame holds the common table expressions and the sources of one query level. A
 * name in a `from` is either a visible common table expression or a declared table; nothing else is written there.
 */
import type { Column } from '@host/plugin'
import type { OperationNode } from 'kysely'
import type { Binding } from './binding.ts'
import type { Dialect, SqlValue } from '../statement.ts'
import type { TableAccess } from '../catalog.ts'
import { DatabaseError } from '../database-error.ts'
import { encodeOperand, encodePlain, encodeValue } from '../encode.ts'
import { quote } from '../quote.ts'

/** The sources and common table expressions of one query level. */
export interface ExecutionContext {
  readonly parent: ExecutionContext | undefined
  /** Alias to table; `undefined` for a subquery or a common table expression. */
  readonly sources: Map<string, Source>
  readonly commonTables: Set<string>
}

export interface Source {
  readonly table: TableAccess | undefined
  /** On the far side of a left join: every column may be null. */
  readonly isOptional: boolean
}

/** A column that a reference was found to mean. */
export interface KnownColumn {
  readonly name: string
  readonly table: TableAccess
  readonly column: Column
  readonly isNullable: boolean
}

export type Emitter = (node: never, out: Compilation) => void

/** Emitters by the kind of node. */
export type Emitters = Readonly<Record<string, Emitter>>

const longestIdentifier = 63
const mostParameters = 32_766

export class Compilation {
  readonly binding: Binding
  readonly parameters: SqlValue[] = []
  sql = ''
  writes = false
  /** The id of the row, when the query inserts one that is certain to be new. */
  insertedId: string | undefined
  frame: ExecutionContext | undefined
  /** How many rows a select of one search reads, in any order: the search itself stops there. */
  searchLimit: OperationNode | undefined
  /** The alias of a write's target while `returning` is written: SQLite does not know it there. */
  unknownAlias: string | undefined
  readonly #emitters: Emitters

  constructor(binding: Binding, emitters: Emitters) {
    this.binding = binding
    this.#emitters = emitters
  }

  get dialect(): Dialect {
    return this.binding.dialect
  }

  /**
   * Writes a node, or refuses it when its kind is unknown.
   * @param kind the kind that the caller has checked already, so that a node can't be another one now
   */
  emit(node: OperationNode, kind: unknown = node?.kind): void {
    const emitter = typeof kind === 'string' && Object.hasOwn(this.#emitters, kind) ? this.#emitters[kind] : undefined
    if (emitter === undefined) throw this.refuse(`${String(kind)} is not supported in queries`)
    emitter(node as never, this)
  }

  emitList(nodes: readonly OperationNode[], separator = ', '): void {
    for (let place = 0; place < nodes.length; place += 1) {
      if (place > 0) this.sql += separator
      this.emit(nodes[place] as OperationNode)
    }
  }

  /** Writes a word as it is, when the list has it. */
  word(word: unknown, allowed: ReadonlySet<string>, what: string): void {
    if (typeof word !== 'string' || !allowed.has(word)) {
      throw this.refuse(`the ${what} ${JSON.stringify(word)} is not available`)
    }
    this.sql += word
  }

  identifier(name: unknown): void {
    this.sql += this.quoted(name)
  }

  quoted(name: unknown): string {
    if (typeof name !== 'string' || name === '' || name.includes('\0')) throw this.refuse('a name must be a string')
    if (name.length > longestIdentifier / 3 && Buffer.byteLength(name) > longestIdentifier) {
      throw this.refuse(`the name "${name.slice(0, 80)}" is longer than 63 bytes`)
    }
    return quote(name)
  }

  /** Binds a value that was encoded before. */
  bind(value: SqlValue): void {
    if (this.parameters.length === mostParameters) {
      throw this.refuse(`a query can have at most ${mostParameters} values: split it`)
    }
    this.parameters.push(this.dialect === 'sqlite' && typeof value === 'boolean' ? Number(value) : value)
    this.sql += this.dialect === 'sqlite' ? '?' : `$${this.parameters.length}`
  }

  /** Binds a value that is compared with a column, or stands by itself. */
  bindOperand(value: unknown, known?: KnownColumn): void {
    this.bind(known === undefined ? encodePlain(value) : encodeOperand(known.name, known.column, value))
  }

  /** Binds a value that a column will store. */
  bindStored(table: TableAccess, column: string, value: unknown): void {
    this.bind(encodeValue(`${table.name}.${column}`, this.columnOf(table, column), value))
  }

  columnOf(table: TableAccess, name: string): Column {
    const column = table.columns.get(name)
    if (column === undefined) throw this.refuse(`"${table.name}" has no column "${name}"`)
    return column
  }

  /** The declared column that a reference means, when that is certain. */
  knownColumn(name: string, alias: string | undefined): KnownColumn | undefined {
    for (let { frame } = this; frame !== undefined; frame = frame.parent) {
      if (alias !== undefined) {
        const source = frame.sources.get(alias)
        if (source !== undefined) return knownIn(source, name)
        continue
      }
      for (const source of frame.sources.values()) {
        const known = knownIn(source, name)
        if (known !== undefined || source.table === undefined) return known
      }
    }
    return undefined
  }

  /** Runs `work` one query level deeper. */
  within(work: () => void): void {
    const { frame, unknownAlias } = this
    this.frame = { parent: frame, sources: new Map(), commonTables: new Set() }
    this.unknownAlias = undefined
    work()
    this.frame = frame
    this.unknownAlias = unknownAlias
  }

  hasCommonTable(name: string): boolean {
    for (let { frame } = this; frame !== undefined; frame = frame.parent) {
      if (frame.commonTables.has(name)) return true
    }
    return false
  }

  refuse(reason: string): DatabaseError {
    return new DatabaseError('query_refused', `A query of ${this.binding.owner} was refused: ${reason}.`)
  }
}

function knownIn({ table, isOptional }: Source, name: string): KnownColumn | undefined {
  const column = table?.columns.get(name)
  if (table === undefined || column === undefined) return undefined
  return { name: `${table.name}.${name}`, table, column, isNullable: isOptional || column.nullable }
}
