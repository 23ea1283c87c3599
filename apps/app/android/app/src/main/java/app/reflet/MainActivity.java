package app.reflet;

import com.getcapacitor.BridgeActivity;

public class MainActivity extends BridgeActivity {}
