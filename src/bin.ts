#!/usr/bin/env node
/**
 * The program `session-streams`: starts the terminal door.
 *
 * @module
 */
import { main } from './cli/main.ts'
import { terminal } from './cli/terminal.ts'
import { keepYoungHeapSmall } from './cli/young-heap.ts'

keepYoungHeapSmall()
process.exitCode = await main(process.argv.slice(2), terminal())
