// The same with @x402/axios.
const patient = axios.create();
patient.interceptors.response.use(undefined, async (error) => {
    const { config, response } = error;
    config.tries = (config.tries ?? 0) + 1;
    if (response?.status <= 500 || config.tries > 60) throw error; // 500: a job that failed
    await new Promise((later) => setTimeout(later, 2000));
    return patient.request(config);
});
const buy = wrapAxiosWithPayment(patient, client);
