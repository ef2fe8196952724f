import { hintsOf } from './computer.ts'
import { computerOf } from '../lib/systems.ts'

const computer = computerOf(hintsOf(navigator))
if (computer) document.documentElement.dataset['system'] = computer.system
