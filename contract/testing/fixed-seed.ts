// Vitest's setup of every property test: each run uses the same inputs, so that a failure can be repeated. PROPERTY_SEED changes them.
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.PROPERTY_SEED ?? 20_261_126) });
