/**
 * The programs in our documents: fences of `ts` in Markdown and `@example` blocks in the code.
 *
 * @module
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root: string = fileURLToPath(new URL('../../', import.meta.url))

/** A fence of `ts` that anyone may copy and run. */
export interface Fence {
  /** As `README.md:14`. */
  readonly where: string
  readonly program: string
  /** What it prints: the fence of plain text that follows at once. Absent: nobody says what. */
  readonly prints?: string
}

/** A piece of code in a doc comment. */
export interface Example {
  readonly where: string
  readonly code: string
  /** The module it stands in, from the root. */
  readonly module: string
}

/** The Markdown files a reader may begin with. */
export function documents(): string[] {
  const docs = existsSync(join(root, 'docs')) ? readdirSync(join(root, 'docs')).map((name) => `docs/${name}`) : []
  return ['README.md', 'CONTRIBUTING.md', ...docs.filter((name) => name.endsWith('.md'))].filter((name) =>
    existsSync(join(root, name)),
  )
}

interface Block {
  readonly line: number
  readonly language: string
  readonly text: string
  readonly from: number
  readonly to: number
}

/** The `ts` fences of a Markdown file. */
export function fencesOf(document: string): Fence[] {
  const markdown = readFileSync(join(root, document), 'utf8')
  const blocks: Block[] = [...markdown.matchAll(/^```([\w-]*)[^\n]*\n([^]*?)^```$/gm)].map((match) => ({
    line: markdown.slice(0, match.index).split('\n').length,
    language: match[1] ?? '',
    text: match[2] ?? '',
    from: match.index,
    to: match.index + match[0].length,
  }))
  return blocks.flatMap((block, index) => {
    if (block.language !== 'ts') return []
    const next = blocks[index + 1]
    const isPrinted =
      next !== undefined && ['', 'text'].includes(next.language) && markdown.slice(block.to, next.from).trim() === ''
    return [{ where: `${document}:${block.line}`, program: block.text, ...(isPrinted && { prints: next.text }) }]
  })
}

const sources = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`)
    .toSorted()

/** Every `@example` under `src`. */
export function examples(): Example[] {
  return sources('src').flatMap((module) => {
    const text = readFileSync(join(root, module), 'utf8')
    return [...text.matchAll(/^ *\* @example\n((?: *\*(?! @|\/).*\n)+)/gm)].map((match) => ({
      where: `${module}:${text.slice(0, match.index).split('\n').length}`,
      code: (match[1] ?? '').replaceAll(/^ *\* ?/gm, ''),
      module,
    }))
  })
}

/** The doc comment of an exported function. */
export function commentOf(name: string, folder: string): string | undefined {
  for (const module of sources(folder)) {
    const text = readFileSync(join(root, module), 'utf8')
    const at = text.search(new RegExp(`^export function ${name}\\b`, 'm'))
    if (at === -1) continue
    return /\/\*\*(?:(?!\*\/)[^])*\*\/\s*$/.exec(text.slice(0, at))?.[0]
  }
  return undefined
}
