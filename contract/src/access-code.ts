// The executor's access code, as a call takes it.
import * as z from 'zod/mini';
import { lengths } from './limits.ts';

export const codeMissing = 'Please enter your executor access code';

export const accessCode = z
  .string(codeMissing)
  .check(z.trim(), z.minLength(1, codeMissing), z.maxLength(lengths.accessCode, 'Invalid access code'));
