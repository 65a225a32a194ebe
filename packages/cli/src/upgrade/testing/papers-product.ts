/** The product with a version of the papers plugin: tests try it as another executable. */
import { runExecutable } from '../../run-executable.ts'
import { papers, type Papers } from './papers.ts'

await runExecutable({ inTree: [], outOfTree: [papers(process.env['PAPERS'] as Papers)] })
